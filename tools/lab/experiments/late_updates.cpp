// SPDX-License-Identifier: MIT
// Both forms of the loop, watched by what had run before each picture.
#include <tandem/tools/lab/experiments/late_updates.hpp>

#include <algorithm>
#include <vector>

#include <tandem/tools/lab/loops/published_loops.hpp>
#include <tandem/tools/lab/machine/time.hpp>

namespace tandem::tools::lab {
namespace {

struct Counts : Game {
    void render(const Frame& frame) override { updates.push_back(frame.updates); }
    std::vector<std::uint64_t> updates;
};

std::vector<std::uint64_t> watch(void (*loop)(Platform&), Flicks window) {
    Counts counts;
    const Machine machine = *parse_machine("fast");
    VirtualTime time;
    Platform platform(machine, time, window, counts);
    try {
        loop(platform);
    } catch (const WindowEnded&) {
    }
    return std::move(counts.updates);
}

}  // namespace

LateUpdates count_late_updates(Flicks window) {
    const auto exact = watch(run_lwjgl_fixed, window);
    const auto doubles = watch(run_lwjgl_fixed_in_doubles, window);
    LateUpdates result;
    result.frames = std::min(exact.size(), doubles.size());
    for (std::size_t frame = 0; frame < result.frames; ++frame) {
        result.late += doubles[frame] < exact[frame] ? 1U : 0U;
        result.early += doubles[frame] > exact[frame] ? 1U : 0U;
    }
    if (result.frames > 0) {
        result.updates = exact[result.frames - 1];
        result.updates_by_doubles = doubles[result.frames - 1];
    }
    return result;
}

}  // namespace tandem::tools::lab
