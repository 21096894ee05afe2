// SPDX-License-Identifier: MIT
// What the issues ask for, by subject: each adds its competitors before the contest and reports its
// figures after it.
#pragma once

#include <cstdio>
#include <string>

#include <tests/bench/contest.hpp>

namespace tandem::bench {

// name, measured, target, ok or short; a figure is at most its target.
inline void print_figure(const std::string& name, double measured, double target) {
    std::printf("%-58s %9.3f  target %6.2f  %s\n", name.c_str(), measured, target,
                measured <= target ? "ok" : "short");
}

void add_arithmetic(Contest& contest);
void report_arithmetic(const Contest& contest);
// The same operations written plainly and by libfixmath, in nanoseconds; without targets.
void report_arithmetic_table(const Contest& contest);

void add_swarm(Contest& contest);
void report_swarm(const Contest& contest);

void add_state(Contest& contest);
void report_state(const Contest& contest);

// Counted, not measured.
void report_allocations();

}  // namespace tandem::bench
