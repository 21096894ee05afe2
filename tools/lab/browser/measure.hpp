// SPDX-License-Identifier: MIT
// lab browser: serves the lab's page to a browser on this machine and waits for its figures.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/browser/figures.hpp>
#include <tandem/tools/process/fed_program.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/web/page.hpp>

namespace tandem::tools::lab::browser {

struct MeasureOrder {
    std::vector<std::string> loops{};         // ids; all if empty
    std::vector<std::string> claims{};        // ids; all if empty
    std::string program{};                    // the program to start; Chromium, as it is found, if
                                              // empty
    std::chrono::milliseconds window{2'000};  // the length of each run
    std::chrono::milliseconds hidden{6'000};  // how long the page hides itself; 0 if not at all
    std::chrono::milliseconds patience{};     // for the figures; 0 means the time that the runs may
                                              // need
};

// Returns how long the figures may take: twice the time that the page needs on a machine with time
// to spare, and the time in which a browser starts.
std::chrono::milliseconds patience_of(const MeasureOrder& order);

// Measures in a browser. If there is none, it says which address to open in any, and waits for
// that one. The error is io if none answers in time or it ends before, bad_data if it sends
// something else.
sim::Result<BrowserFigures> measure(const std::vector<WebFile>& files, const MeasureOrder& order,
                                    Console& console);

// The names of Chromium; the first that is there is started.
const std::vector<std::string>& chromium_names();

// Returns the command that starts it: with a profile of its own, no requests to other machines, and
// no window if there is no display. A page may open a tab, for otherwise none is ever hidden.
std::vector<std::string> chromium_command(const std::string& program, const std::string& profile,
                                          const std::string& address,
                                          const Environment& environment, bool is_root);

// Starts `program`, or if it is empty the first of the names that is there. It writes all its files
// in the folder. The error is io and says what to do without one.
sim::Result<std::unique_ptr<FedProgram>> start_chromium(const std::string& program,
                                                        const std::string& folder,
                                                        const std::string& page);

}  // namespace tandem::tools::lab::browser
