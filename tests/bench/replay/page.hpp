// SPDX-License-Identifier: MIT
// The figures of replay files as lines of a table: what, what was found before, the goal, what is
// measured.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tandem::bench {

class Folder;

class Page {
public:
    // `is_smoke`: only that it runs, with the shortest sessions.
    Page(const Folder& folder, bool is_smoke) : folder_(&folder), is_smoke_(is_smoke) {}

    // So many in full, and some in a smoke run.
    std::uint64_t ticks(std::uint64_t in_full) const { return is_smoke_ ? in_full / 60 : in_full; }
    std::uint64_t times(std::uint64_t in_full) const { return is_smoke_ ? 2 : in_full; }
    bool is_smoke() const { return is_smoke_; }
    // Where files are written.
    const Folder& folder() const { return *folder_; }

    void add(const std::string& what, const std::string& before, const std::string& goal,
             const std::string& measured, bool is_met) const;
    // Without a goal.
    void add(const std::string& what, const std::string& measured) const;

private:
    const Folder* folder_;
    bool is_smoke_;
};

// Some lines of a table.
struct Row {
    std::string_view name;
    void (*measure)(const Page& page);
};
// What the program does: prints all rows, or the one that --only names. Returns the exit code.
int print_rows(std::string_view program, std::span<const Row> rows, int argc, char** argv);

// Rows of replay_figures.
void measure_inputs(const Page& page);
void measure_overhead(const Page& page);
void measure_seeks(const Page& page);
void measure_diff(const Page& page);
void measure_verify(const Page& page);
void measure_playback(const Page& page);
void measure_flips(const Page& page);
void measure_find(const Page& page);
void measure_why(const Page& page);

// Rows of cause_figures.
void measure_bits(const Page& page);
void measure_classes(const Page& page);
void measure_kinds(const Page& page);
void measure_alarms(const Page& page);
void measure_explain(const Page& page);
void measure_minimise(const Page& page);
void measure_blame(const Page& page);

}  // namespace tandem::bench
