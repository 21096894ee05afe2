// SPDX-License-Identifier: MIT
// The figures of the network as lines: what was found before, the goal, what is measured.
#pragma once

#include <cstdint>
#include <string>

#include <tests/bench/text_of.hpp>

namespace tandem::bench {

struct Figure {
    std::string what;
    std::string before;  // version 3 of the wire, as the issue has it
    std::string goal;
    std::string measured;
    std::string seeds;
    bool is_met = false;
};

class Sheet {
public:
    struct Options {
        bool is_smoke = false;      // only that it runs: the shortest matches
        bool shows_points = false;  // a line for each point behind a figure
        std::uint64_t seeds = 3;
    };
    explicit Sheet(const Options& options) : options_(options) {}

    bool is_smoke() const { return options_.is_smoke; }
    std::uint64_t seeds() const { return options_.is_smoke ? 1 : options_.seeds; }
    // "1 to 3".
    std::string seeds_text() const;
    // So long in full, and a moment in a smoke run.
    std::uint64_t length_s(std::uint64_t in_full) const { return options_.is_smoke ? 15 : in_full; }

    void add(const Figure& figure) const;
    void point(const std::string& text) const;

private:
    Options options_;
};

// The rows of the table. Each plays what it needs.
void measure_clean_lines(const Sheet& sheet);
void measure_rough_lines(const Sheet& sheet);
void measure_starts(const Sheet& sheet);
void measure_pauses(const Sheet& sheet);
void measure_slow_machines(const Sheet& sheet);
void measure_speed(const Sheet& sheet);
void measure_late_ticks(const Sheet& sheet);
void measure_bytes(const Sheet& sheet);
void measure_crowds(const Sheet& sheet);
void measure_work(const Sheet& sheet);
void measure_alarms(const Sheet& sheet);
void measure_walks(const Sheet& sheet);
void measure_recovery(const Sheet& sheet);
void measure_returns(const Sheet& sheet);

}  // namespace tandem::bench
