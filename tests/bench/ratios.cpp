// SPDX-License-Identifier: MIT
// The program `ratios`: one line for each figure that an issue asks for. RESULTS.md keeps the last
// honest run.
//
//   ratios [--smoke]
#include <cstring>

#include <tests/bench/figures.hpp>

int main(int argc, char** argv) {
    using namespace tandem::bench;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        std::puts("ratios measures code for x86-64-v3, which this processor cannot run.");
        return 0;
    }
    Contest contest(argc == 2 && std::strcmp(argv[1], "--smoke") == 0);
    add_arithmetic(contest);
    add_swarm(contest);
    add_state(contest);
    contest.measure();
    std::puts("ratios; every time is a median");
    report_arithmetic(contest);
    report_swarm(contest);
    report_state(contest);
    report_allocations();
    report_arithmetic_table(contest);
    return 0;
}
