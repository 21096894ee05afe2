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

struct Order {
    std::vector<std::string> loops{};         // ids; empty: all
    std::vector<std::string> claims{};        // likewise
    std::string program{};                    // to start; empty: Chromium, as it is found
    std::chrono::milliseconds window{2'000};  // of each run
    std::chrono::milliseconds hidden{6'000};  // how long the page hides itself; 0: not at all
    std::chrono::milliseconds patience{};     // for the figures; 0: what the runs may need
};

// How long the figures may take: twice what the page needs on a machine with time to spare, and
// what a browser takes to start.
std::chrono::milliseconds patience_of(const Order& order);

// Without a browser it says which address to open in any, and waits for that one. The error is io
// where none answers in time or it ends before, bad_data where it sends something else.
sim::Result<Figures> measure(const std::vector<WebFile>& files, const Order& order,
                             Console& console);

}  // namespace tandem::tools::lab::browser
