// SPDX-License-Identifier: MIT
// The program `replay_figures`: one line for each figure of replay files that an issue asks for.
// RESULTS.md keeps the last honest run.
//
//   replay_figures [--only ROW] [--smoke]
#include <tests/bench/replay/page.hpp>

namespace tandem::bench {
namespace {

constexpr Row k_rows[] = {
    {"inputs", &measure_inputs}, {"overhead", &measure_overhead}, {"seeks", &measure_seeks},
    {"diff", &measure_diff},     {"verify", &measure_verify},     {"playback", &measure_playback},
    {"flips", &measure_flips},   {"find", &measure_find},         {"why", &measure_why},
};

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    return tandem::bench::print_rows("replay_figures", tandem::bench::k_rows, argc, argv);
}
