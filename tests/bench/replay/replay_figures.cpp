// SPDX-License-Identifier: MIT
// The program `replay_figures`: one line for each figure of replay files that an issue asks for.
// RESULTS.md keeps the last honest run.
//
//   replay_figures [--only ROW] [--smoke]
#include <cstdio>
#include <string_view>

#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/page.hpp>

namespace tandem::bench {

void Page::add(const std::string& what, const std::string& before, const std::string& goal,
               const std::string& measured, bool is_met) const {
    std::printf("| %s | %s | %s | %s | %s |\n", what.c_str(), before.c_str(), goal.c_str(),
                measured.c_str(), is_met ? "met" : "short");
    std::fflush(stdout);
}

void Page::add(const std::string& what, const std::string& measured) const {
    std::printf("| %s | | | %s | |\n", what.c_str(), measured.c_str());
}

namespace {

struct Row {
    std::string_view name;
    void (*measure)(const Page& page);
};
constexpr Row k_rows[] = {
    {"inputs", &measure_inputs}, {"overhead", &measure_overhead}, {"seeks", &measure_seeks},
    {"diff", &measure_diff},     {"verify", &measure_verify},     {"playback", &measure_playback},
    {"flips", &measure_flips},   {"find", &measure_find},         {"why", &measure_why},
};

int explain() {
    std::fputs("replay_figures [--only ROW] [--smoke]\nrows:", stderr);
    for (const Row& row : k_rows) {
        std::fprintf(stderr, " %.*s", static_cast<int>(row.name.size()), row.name.data());
    }
    std::fputs("\n", stderr);
    return 2;
}

int run(bool is_smoke, std::string_view only) {
    bool is_known = only.empty();
    for (const Row& row : k_rows) {
        is_known = is_known || row.name == only;
    }
    if (!is_known) {
        return explain();
    }
    const Folder folder;
    std::puts("| what | before | goal | measured | |\n|---|---|---|---|---|");
    for (const Row& row : k_rows) {
        if (only.empty() || row.name == only) {
            row.measure(Page(folder, is_smoke));
        }
    }
    return 0;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    bool is_smoke = false;
    std::string_view only;
    for (int index = 1; index < argc; ++index) {
        const std::string_view word = argv[index];
        if (word == "--smoke") {
            is_smoke = true;
        } else if (word == "--only" && index + 1 < argc) {
            only = argv[++index];
        } else {
            return tandem::bench::explain();
        }
    }
    return tandem::bench::run(is_smoke, only);
}
