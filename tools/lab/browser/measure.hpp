// SPDX-License-Identifier: MIT
// lab browser: serves the lab's page to a browser on this machine and waits for its figures.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/browser/figures.hpp>
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

}  // namespace tandem::tools::lab::browser
