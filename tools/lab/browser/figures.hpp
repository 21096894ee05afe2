// SPDX-License-Identifier: MIT
// Reads the figures that the lab's page measured in a browser, lines of words and whole numbers,
// and shows them as tables.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::browser {

// The page never sends so much.
inline constexpr std::size_t k_figures_bytes_max = 64 * 1024;

// The page takes no longer runs (page/main.js).
inline constexpr std::chrono::seconds k_window_most{60};

// A run of a loop, its times in microseconds.
struct BrowserRun {
    std::string loop;
    bool is_repaired = false;
    std::int64_t window_us = 0;
    std::int64_t updates = 0;
    std::int64_t frames = 0;
    std::int64_t distinct = 0;
    std::int64_t simulated_us = 0;
    std::int64_t busy_us = 0;
    std::int64_t worst_gap_us = 0;
    std::int64_t updates_per_frame_max = 0;
    std::int64_t presses = 0;
    std::int64_t latency_sum_us = 0;
    std::int64_t latency_max_us = 0;
};

// The behaviour of a loop while the page was hidden.
struct HiddenLoop {
    std::string loop;
    bool is_repaired = false;
    std::int64_t during = 0;   // ticks
    std::int64_t at_once = 0;  // ticks before the first picture afterwards
};
struct Hidden {
    std::int64_t length_us = 0;
    std::int64_t frames = 0;        // callbacks of requestAnimationFrame
    std::int64_t timer = 0;         // calls of a timer of 50 ms on the page
    std::int64_t worker = 0;        // calls of such a timer in a worker
    std::int64_t timer_gap_us = 0;  // the longest between two on the page
    std::vector<HiddenLoop> loops;
};

struct BrowserClaim {
    std::string claim;
    std::string verdict;   // "shown", "refuted" or "undecided"
    std::string measured;  // in words
    std::string why;       // why it is not virtual time's; may be empty
};

struct Fact {
    std::string name;
    std::string text;
};

// All texts are the browser's own and not yet safe to print.
struct BrowserFigures {
    std::string agent;
    std::int64_t refresh_us = 0;  // the refresh period
    std::int64_t refresh_least_us = 0;
    std::int64_t refresh_most_us = 0;
    std::vector<BrowserRun> runs;
    std::optional<Hidden> hidden;  // nothing if the page could not be hidden
    std::vector<BrowserClaim> claims;
    std::vector<Fact> facts;
};

// Reads the figures. The page is not trusted: sizes and every number are checked. The error
// (bad_data) names the line and the field.
sim::Result<BrowserFigures> read_figures(std::string_view text);

// Returns the browser, its loops, their behaviour while hidden, the claims that it decides, and its
// other findings. It runs the same loops and claims in virtual time.
std::vector<Table> tables_of(const BrowserFigures& figures);

}  // namespace tandem::tools::lab::browser
