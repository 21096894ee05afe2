// SPDX-License-Identifier: MIT
// A page is made as a whole and takes its name when it is written.
#include <tandem/tools/autopsy/outputs.hpp>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/autopsy/page.hpp>
#include <tandem/tools/program/output_file.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using sim::Result;

Result<std::unique_ptr<replay::FileOutput>> open_asked(const Arguments& arguments,
                                                       const std::string& option,
                                                       const std::vector<std::string>& files_read) {
    const std::string path = arguments.text(option);
    if (path.empty()) {
        return std::unique_ptr<replay::FileOutput>();
    }
    if (auto checked = check_output(option, path, {}, files_read); !checked) {
        return checked.error();
    }
    return open_whole_output(path, arguments.flag("--force"));
}

Result<void> write_whole(replay::FileOutput& output, const std::string& content) {
    auto written = output.append(sim::as_bytes(content));
    return written ? output.close() : written;
}

}  // namespace

std::vector<Option> output_options() {
    return {{.names = {"--html"},
             .value_name = "FILE.html",
             .sentence = "Also write a page for a browser that shows it all",
             .value = Path{}},
            {.names = {"--force"}, .sentence = "Replace these files if they exist"}};
}

Result<Outputs> Outputs::open(const Arguments& arguments,
                              const std::vector<std::string>& files_read) {
    Outputs outputs;
    auto html = open_asked(arguments, "--html", files_read);
    if (!html) {
        return html.error();
    }
    outputs.html_ = std::move(html).value();
    return outputs;
}

Result<void> Outputs::write(const PageInput& input, const replay::Progress& progress) {
    if (html_ == nullptr) {
        return {};
    }
    const auto page = page_of(gather_facts(input, progress));
    if (!page) {
        return page.error();
    }
    html_bytes_ = page->size();
    return write_whole(*html_, *page);
}

void Outputs::tell(Console& console, JsonObject& facts) const {
    if (html_ != nullptr) {
        console.say("wrote the page " + escaped(html_->path()) + " (" +
                    count_text(html_bytes_, "byte") + "); open it in a browser");
    }
    facts.emplace_back("html_file", html_ != nullptr ? JsonValue(html_->path()) : JsonValue());
    facts.emplace_back("html_bytes", html_ != nullptr ? JsonValue(html_bytes_) : JsonValue());
}

}  // namespace tandem::tools::autopsy
