// SPDX-License-Identifier: MIT
// A folder for the page and for the browser's profile, a server, a browser, and their end.
#include <tandem/tools/lab/browser/measure.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <system_error>
#include <thread>

#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/write_page.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/words_text.hpp>
#include <tandem/tools/web/server.hpp>

namespace tandem::tools::lab::browser {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;
using std::chrono::milliseconds;
using std::chrono::seconds;

// MDN's loops in both forms, and about how long the claims, the facts and a browser's start take.
constexpr int k_runs = 20;
constexpr milliseconds k_else = seconds(60);

// Nobody else may read it. Gone with this, as soon as nobody writes to it any more.
class TemporaryFolder {
public:
    static Result<std::unique_ptr<TemporaryFolder>> make() {
        const std::string wish = own_environment()("TMPDIR").value_or("");
        // Whole, because what stands before a colon or after a minus is no path to a browser.
        std::error_code failure;
        const auto parent = std::filesystem::absolute(wish.empty() ? "/tmp" : wish, failure);
        std::string path = (parent / "tandem-lab-browser-XXXXXX").string();
        if (failure || ::mkdtemp(path.data()) == nullptr) {
            return Error{ErrorCode::io, escaped(parent.string()),
                         "no folder for the page can be made here: " +
                             std::system_category().message(errno) +
                             "; let TMPDIR name a folder that can be written"};
        }
        return std::make_unique<TemporaryFolder>(std::move(path));
    }
    explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    // A browser's processes end soon after their first one, and write until then.
    ~TemporaryFolder() {
        constexpr int k_tries = 50;
        for (int i = 0; i < k_tries; ++i) {
            std::error_code failure;
            std::filesystem::remove_all(path_, failure);
            std::this_thread::sleep_for(milliseconds(20));
            if (!std::filesystem::exists(path_, failure)) {
                return;
            }
        }
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// No other page can guess it.
std::string new_token() {
    std::random_device random;
    std::string token;
    for (int i = 0; i < 4; ++i) {
        char text[9];
        std::snprintf(text, sizeof(text), "%08x", static_cast<unsigned>(random()));
        token += text;
    }
    return token;
}

// Returns the wishes as the page's address has them.
std::string wishes_of(const MeasureOrder& order) {
    return "&ms=" + std::to_string(order.window.count()) +
           "&hide=" + std::to_string(order.hidden.count()) +
           (order.loops.empty() ? "" : "&loops=" + words_text(order.loops, ",")) +
           (order.claims.empty() ? "" : "&claims=" + words_text(order.claims, ","));
}

// A page that goes on to that address, in a folder that only this user may read; its path. The
// address has the token, and every user of a machine may read what its programs were called with.
Result<std::string> write_start_page(const std::string& folder, const std::string& address) {
    return write_page(folder, "start.html",
                      "<!doctype html><meta charset=\"utf-8\"><title>The lab</title>"
                      "<script>location.replace(\"" +
                          address + "\")</script>\n",
                      false);
}

// The page's answer.
struct PageAnswer {
    std::optional<std::string> figures;
    std::optional<std::string> failure;
};

Result<std::string> wait_for_answer(PageServer& server, FedProgram* program,
                                    const PageAnswer& answer, milliseconds patience) {
    const auto end = steady_now() + patience;
    while (!answer.figures && !answer.failure) {
        server.serve(milliseconds(100));
        if (pending_signal() != 0) {
            return Error{ErrorCode::io, "", "interrupted before the browser had answered"};
        }
        if (steady_now() >= end) {
            return Error{ErrorCode::io, "",
                         "no figures came within " +
                             std::to_string(std::chrono::duration_cast<seconds>(patience).count()) +
                             " s; look at the page itself: tandem web DIR --lab writes it"};
        }
        if (program != nullptr && program->has_ended() && !answer.figures && !answer.failure) {
            const auto ended = program->finish();
            return Error{ErrorCode::io, "",
                         "the browser ended before it had sent its figures" +
                             (ended ? "" : ": " + escaped(ended.error().text()))};
        }
    }
    if (answer.failure) {
        return Error{ErrorCode::io, "", "the page could not measure: " + escaped(*answer.failure)};
    }
    return *answer.figures;
}

}  // namespace

milliseconds patience_of(const MeasureOrder& order) {
    return order.patience.count() > 0 ? order.patience
                                      : 2 * (k_runs * order.window + order.hidden + k_else);
}

Result<BrowserFigures> measure(const std::vector<WebFile>& files, const MeasureOrder& order,
                               Console& console) {
    const SignalGuard signals;
    auto folder = TemporaryFolder::make();
    TANDEM_TRY(folder);
    for (const WebFile& file : files) {
        TANDEM_TRY(write_page((*folder)->path(), file.name, file.content, false));
    }
    auto server = PageServer::open((*folder)->path(), 0);
    TANDEM_TRY(server);
    const std::string token = new_token();
    PageAnswer answer;
    (*server)->receive({"figures-" + token, "failure-" + token}, k_figures_bytes_max,
                       [&](const std::string& name, std::string body) {
                           (name.starts_with("figures-") ? answer.figures : answer.failure) =
                               std::move(body);
                       });
    const std::string address = "http://127.0.0.1:" + std::to_string((*server)->port()) +
                                "/lab.html#report=" + token + wishes_of(order);
    const auto start = write_start_page((*folder)->path(), address);
    TANDEM_TRY(start);
    auto program = start_chromium(order.program, (*folder)->path(), *start);
    if (!program && !order.program.empty()) {
        return program.error();
    }
    if (!program) {
        console.print_note(program.error().message +
                           "; open this in any browser of this machine: " + address);
    }
    const auto text =
        wait_for_answer(**server, program ? program->get() : nullptr, answer, patience_of(order));
    TANDEM_TRY(text);
    return read_figures(*text);
}

using sim::Error;
using sim::ErrorCode;
using sim::Result;

const std::vector<std::string>& chromium_names() {
    static const std::vector<std::string> k_names{"chromium", "chromium-browser", "google-chrome",
                                                  "google-chrome-stable"};
    return k_names;
}

std::vector<std::string> chromium_command(const std::string& program, const std::string& profile,
                                          const std::string& page, const Environment& environment,
                                          bool is_root) {
    std::vector<std::string> command{program,
                                     "--user-data-dir=" + profile,
                                     "--no-first-run",
                                     "--no-default-browser-check",
                                     "--disable-popup-blocking",
                                     "--disable-extensions",
                                     "--disable-sync",
                                     "--disable-background-networking",
                                     "--disable-component-update",
                                     "--disable-crash-reporter",
                                     "--disable-dev-shm-usage",
                                     "--password-store=basic",
                                     "--window-size=1280,900"};
    if (!environment("DISPLAY") && !environment("WAYLAND_DISPLAY")) {
        command.insert(command.end(), {"--headless=new", "--disable-gpu"});
    }
    // Its sandbox refuses to be root's.
    if (is_root) {
        command.emplace_back("--no-sandbox");
    }
    command.push_back(page);
    return command;
}

Result<std::unique_ptr<FedProgram>> start_chromium(const std::string& program,
                                                   const std::string& folder,
                                                   const std::string& page) {
    const std::vector<std::string> names =
        program.empty() ? chromium_names() : std::vector<std::string>{program};
    const Error missing{ErrorCode::io, program.empty() ? "" : escaped(program),
                        program.empty()
                            ? "no Chromium or Chrome is installed here (Debian: apt-get install "
                              "chromium)"
                            : "there is no such program"};
    for (const std::string& name : names) {
        auto started = FedProgram::start(
            chromium_command(name, folder + "/profile", page, own_environment(), ::geteuid() == 0),
            missing, {"TMPDIR=" + folder});
        if (started || !(started.error().message == missing.message)) {
            return started;
        }
    }
    return missing;
}

}  // namespace tandem::tools::lab::browser
