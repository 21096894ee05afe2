// SPDX-License-Identifier: MIT
// The lines of the table, and the rows that are asked for.
#include <tests/bench/replay/page.hpp>

#include <cstdio>

#include <tests/bench/replay/hours.hpp>

namespace tandem::bench {

void Page::add(const std::string& what, const std::string& before, const std::string& goal,
               const std::string& measured, bool is_met) const {
    std::printf("| %s | %s | %s | %s | %s |\n", what.c_str(), before.c_str(), goal.c_str(),
                measured.c_str(), is_met ? "met" : "short");
    std::fflush(stdout);
}

void Page::add(const std::string& what, const std::string& measured) const {
    std::printf("| %s | | | %s | |\n", what.c_str(), measured.c_str());
    std::fflush(stdout);
}

namespace {

int explain(std::string_view program, std::span<const Row> rows) {
    std::fprintf(stderr, "%.*s [--only ROW] [--smoke]\nrows:", static_cast<int>(program.size()),
                 program.data());
    for (const Row& row : rows) {
        std::fprintf(stderr, " %.*s", static_cast<int>(row.name.size()), row.name.data());
    }
    std::fputs("\n", stderr);
    return 2;
}

}  // namespace

int print_rows(std::string_view program, std::span<const Row> rows, int argc, char** argv) {
    bool is_smoke = false;
    std::string_view only;
    for (int index = 1; index < argc; ++index) {
        const std::string_view word = argv[index];
        if (word == "--smoke") {
            is_smoke = true;
        } else if (word == "--only" && index + 1 < argc) {
            only = argv[++index];
        } else {
            return explain(program, rows);
        }
    }
    bool is_known = only.empty();
    for (const Row& row : rows) {
        is_known = is_known || row.name == only;
    }
    if (!is_known) {
        return explain(program, rows);
    }
    const Folder folder;
    std::puts("| what | before | goal | measured | |\n|---|---|---|---|---|");
    for (const Row& row : rows) {
        if (only.empty() || row.name == only) {
            row.measure(Page(folder, is_smoke));
        }
    }
    return 0;
}

}  // namespace tandem::bench
