// SPDX-License-Identifier: MIT
// A page is made as a whole and takes its name when it is written.
#include <tandem/tools/autopsy/outputs.hpp>

#include <filesystem>
#include <system_error>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/autopsy/page.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
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
    TANDEM_TRY(check_output(option, path, {}, files_read));
    return open_whole_output(path, arguments.flag("--force"));
}

// True if two names, of files that need not be there, are spellings of one.
bool is_one_file(const std::string& a, const std::string& b) {
    std::error_code of_a;
    std::error_code of_b;
    const auto full_a = std::filesystem::weakly_canonical(std::filesystem::absolute(a, of_a), of_a);
    const auto full_b = std::filesystem::weakly_canonical(std::filesystem::absolute(b, of_b), of_b);
    return a == b || (!b.empty() && !of_a && !of_b && full_a == full_b);
}

}  // namespace

std::vector<Option> output_options() {
    return {{.names = {"--html"},
             .value_name = "FILE.html",
             .sentence = "Also write a page for a browser that shows it all",
             .value = Path{}},
            trace_option("Also write ticks, inputs and stalls of both sides for Perfetto"),
            {.names = {"--force"}, .sentence = "Replace these files if they exist"}};
}

Result<Outputs> Outputs::open(const Arguments& arguments,
                              const std::vector<std::string>& files_read) {
    const std::string trace_path = arguments.text("--trace");
    if (!trace_path.empty() && is_one_file(trace_path, arguments.text("--html"))) {
        return sim::Error{sim::ErrorCode::usage, "--trace " + trace_path,
                          "this is also the page's name; choose another"};
    }
    Outputs outputs;
    auto html = open_asked(arguments, "--html", files_read);
    TANDEM_TRY(html);
    outputs.html_ = std::move(html).value();
    auto trace = open_asked(arguments, "--trace", files_read);
    TANDEM_TRY(trace);
    outputs.trace_ = std::move(trace).value();
    return outputs;
}

Result<void> Outputs::write(const PageInput& input, const replay::Progress& progress) {
    if (!are_wanted()) {
        return {};
    }
    bool is_stopped = false;
    const replay::Progress goes_on = [&](std::uint64_t ticks) {
        is_stopped = is_stopped || pending_signal() != 0 || (progress && !progress(ticks));
        return !is_stopped;
    };
    PageFacts facts = gather_facts(input, goes_on);
    if (html_ != nullptr && !is_stopped) {
        add_states(input, facts, goes_on);
    }
    // Half of the facts would read as if it were all of them.
    if (is_stopped) {
        return sim::Error{sim::ErrorCode::step_failed, "",
                          "this was interrupted; neither a page nor a trace was written"};
    }
    if (trace_ != nullptr) {
        std::string trace;
        netview::TraceWriter writer([&](std::string_view piece) { trace += piece; });
        write_both_sides(writer, facts);
        TANDEM_TRY(write_whole(*trace_, sim::as_bytes(trace)));
    }
    if (html_ == nullptr) {
        return {};
    }
    const std::string page = page_of(facts);
    html_bytes_ = page.size();
    return write_whole(*html_, sim::as_bytes(page));
}

void Outputs::report(Console& console, JsonObject& facts) const {
    if (html_ != nullptr) {
        console.print("wrote the page " + escaped(html_->path()) + " (" +
                      count_text(html_bytes_, "byte") + "); open it in a browser");
    }
    if (trace_ != nullptr) {
        console.print("wrote the trace " + escaped(trace_->path()) + "; ui.perfetto.dev opens it");
    }
    facts.emplace_back("html_file", html_ != nullptr ? JsonValue(html_->path()) : JsonValue());
    facts.emplace_back("html_bytes", html_ != nullptr ? JsonValue(html_bytes_) : JsonValue());
    facts.emplace_back("trace_file", trace_ != nullptr ? JsonValue(trace_->path()) : JsonValue());
}

}  // namespace tandem::tools::autopsy
