// SPDX-License-Identifier: MIT
// The verb web writes the page that plays recordings in a browser as files, and serves it if asked.
#include <tandem/tools/verbs/web.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/write_page.hpp>
#include <tandem/tools/web/page.hpp>
#include <tandem/tools/web/server.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint16_t k_port_default = 47080;

// True if the file has this content. A missing file has none.
bool is_same(const Result<sim::Bytes>& read, const std::string& content) {
    return read && read->size() == content.size() &&
           std::equal(read->begin(), read->end(), content.begin(),
                      [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

constexpr std::string_view k_link = R"(id="to_lab")";
constexpr std::string_view k_hidden_link = R"(id="to_lab" hidden)";

// The viewer's page, with its link to the lab's page shown.
std::string linked(std::string page) {
    if (const std::size_t at = page.find(k_hidden_link); at != std::string::npos) {
        page.replace(at, k_hidden_link.size(), k_link);
    }
    return page;
}

// Writes the files. Equal files stay, and files that belong to the viewer alone, `viewer`, are
// replaced; all are looked at before anything is written.
Result<void> write_files(const std::vector<WebFile>& files, const std::vector<WebFile>& viewer,
                         const std::string& folder, bool force) {
    struct Missing {
        const WebFile& file;
        bool replaces;
    };
    std::vector<Missing> missing;
    for (const WebFile& file : files) {
        const auto old = read_named_file(folder + "/" + file.name);
        // A link in an old page leads to a page that is still there.
        if (is_same(old, file.content) || is_same(old, linked(file.content))) {
            continue;
        }
        const bool replaces =
            force || std::any_of(viewer.begin(), viewer.end(), [&](const WebFile& each) {
                return each.name == file.name && is_same(old, each.content);
            });
        TANDEM_TRY(check_page(folder, file.name, replaces));
        missing.push_back({file, replaces});
    }
    for (const auto& [file, replaces] : missing) {
        TANDEM_TRY(write_page(folder, file.name, file.content, replaces));
    }
    return {};
}

int serve(const std::string& folder, std::uint16_t port, JsonObject facts, Context& context) {
    const SignalGuard signals;
    auto server = PageServer::open(folder, port);
    if (!server) {
        return context.fail(server.error(), facts);
    }
    const std::string address = "http://127.0.0.1:" + std::to_string((*server)->port()) + "/";
    context.console.print("serving " + escaped(folder) + " at " + address + " until interrupted; " +
                          address +
                          "?file=a.tandem opens a recording of it or of the folder beside");
    facts.emplace_back("address", address);
    context.console.report(facts);
    context.console.flush();
    while (pending_signal() == 0) {
        (*server)->serve(std::chrono::milliseconds(250));
    }
    return exit_code_of_signal(pending_signal());
}

Result<int> run_viewer(const Arguments& arguments, Context& context) {
    return run_web(arguments, context, {});
}

// The names in words: "a, b and c".
std::string list_text(const std::vector<WebFile>& files) {
    std::string text;
    for (std::size_t at = 0; at < files.size(); ++at) {
        text += (at == 0 ? "" : at + 1 == files.size() ? " and " : ", ") + files[at].name;
    }
    return text;
}

}  // namespace

Result<int> run_web(const Arguments& arguments, Context& context,
                    const std::vector<WebFile>& beside) {
    const std::string folder = arguments.text("DIR");
    const std::vector<WebFile> viewer = page_files();
    if (viewer.empty()) {
        return context.fail({ErrorCode::usage, "",
                             "this build carries no page: it was made without emscripten (Debian: "
                             "apt-get install emscripten nodejs node-acorn) or with "
                             "-DTANDEM_BUILD_PAGE=OFF, as by tools/demo.sh; build again"});
    }
    std::vector<WebFile> files = viewer;
    if (!beside.empty()) {
        files.front().content = linked(std::move(files.front().content));
    }
    files.insert(files.end(), beside.begin(), beside.end());
    TANDEM_TRY(write_files(files, viewer, folder, arguments.flag("--force")));
    JsonArray names;
    std::uint64_t bytes = 0;
    for (const WebFile& file : files) {
        names.emplace_back(file.name);
        bytes += file.content.size();
    }
    context.console.print("wrote " + list_text(files) + " to " + escaped(folder) + " (" +
                          count_text(bytes, "byte") + "); open index.html" +
                          (beside.empty() ? "" : " or " + beside.front().name) + " in a browser");
    JsonObject facts{{"folder", folder}, {"files", std::move(names)}, {"bytes", bytes}};
    if (arguments.flag("--serve") || arguments.has("--port")) {
        return serve(folder, arguments.whole<std::uint16_t>("--port").value_or(k_port_default),
                     std::move(facts), context);
    }
    context.console.report(facts);
    return 0;
}

Verb web_verb() {
    return {
        .name = "web",
        .sentence = "Write the page that plays recordings in a browser",
        .example = "web page --serve",
        .options = {{.names = {"DIR"},
                     .sentence = "Folder to write to",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"--serve"},
                     .sentence = "Then serve it, and the recordings beside, to this machine alone"},
                    {.names = {"--port"},
                     .value_name = "P",
                     .sentence = "Serve at this port; 0 takes a free one",
                     .default_text = "47080",
                     .value = Whole{.most = 65535}},
                    {.names = {"--force"}, .sentence = "Replace files that are there"}},
        .run = &reported<&run_viewer>,
    };
}

}  // namespace tandem::tools
