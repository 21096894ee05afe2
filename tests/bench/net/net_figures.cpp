// SPDX-License-Identifier: MIT
// The program `net_figures`: one line for each figure of the network that an issue asks for.
// RESULTS.md keeps the last honest run.
//
//   net_figures [--only ROW] [--seeds N] [--points] [--smoke]
#include <charconv>
#include <cstdio>
#include <string_view>

#include <tests/bench/net/sheet.hpp>

namespace {

using tandem::bench::Sheet;

struct Row {
    std::string_view name;
    void (*measure)(const Sheet& sheet);
};
constexpr Row k_rows[] = {
    {"clean", &tandem::bench::measure_clean_lines}, {"rough", &tandem::bench::measure_rough_lines},
    {"pauses", &tandem::bench::measure_pauses},     {"slow", &tandem::bench::measure_slow_machines},
    {"starts", &tandem::bench::measure_starts},     {"speed", &tandem::bench::measure_speed},
    {"late", &tandem::bench::measure_late_ticks},   {"bytes", &tandem::bench::measure_bytes},
    {"crowds", &tandem::bench::measure_crowds},     {"work", &tandem::bench::measure_work},
    {"alarms", &tandem::bench::measure_alarms},     {"walk", &tandem::bench::measure_walks},
    {"recover", &tandem::bench::measure_recovery},  {"return", &tandem::bench::measure_returns},
};

int explain() {
    std::fputs("net_figures [--only ROW] [--seeds N] [--points] [--smoke]\nrows:", stderr);
    for (const Row& row : k_rows) {
        std::fprintf(stderr, " %.*s", static_cast<int>(row.name.size()), row.name.data());
    }
    std::fputs("\n", stderr);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    Sheet::Options options;
    std::string_view only;
    for (int index = 1; index < argc; ++index) {
        const std::string_view word = argv[index];
        const std::string_view next = index + 1 < argc ? argv[index + 1] : "";
        if (word == "--smoke") {
            options.is_smoke = true;
        } else if (word == "--points") {
            options.shows_points = true;
        } else if (word == "--only") {
            only = next;
            ++index;
        } else if (word == "--seeds") {
            std::from_chars(next.data(), next.data() + next.size(), options.seeds);
            ++index;
        } else {
            return explain();
        }
    }
    bool is_known = only.empty();
    for (const Row& row : k_rows) {
        is_known = is_known || row.name == only;
    }
    if (!is_known || options.seeds == 0) {
        return explain();
    }
    std::puts("| what | before | goal | measured | seeds | |\n|---|---|---|---|---|---|");
    for (const Row& row : k_rows) {
        if (only.empty() || row.name == only) {
            row.measure(Sheet(options));
        }
    }
    return 0;
}
