// SPDX-License-Identifier: MIT
// The program `cause_figures`: one line for each figure of the causes of desyncs that an
// issue asks for.
// RESULTS.md keeps the last honest run.
//
//   cause_figures [--only ROW] [--smoke]
#include <tests/bench/replay/page.hpp>

namespace tandem::bench {
namespace {

constexpr Row k_rows[] = {
    {"bits", &measure_bits},     {"classes", &measure_classes}, {"kinds", &measure_kinds},
    {"alarms", &measure_alarms}, {"explain", &measure_explain}, {"minimise", &measure_minimise},
    {"blame", &measure_blame},
};

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    return tandem::bench::print_rows("cause_figures", tandem::bench::k_rows, argc, argv);
}
