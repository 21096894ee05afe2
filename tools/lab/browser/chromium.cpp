// SPDX-License-Identifier: MIT
// It chooses the browser's options, and finds the browser.
#include <tandem/tools/lab/browser/chromium.hpp>

#include <unistd.h>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools::lab::browser {

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
