// SPDX-License-Identifier: MIT
// Both forms of the loop are watched by the updates that had run before each picture.
#include <tandem/tools/lab/experiments/late_updates.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

std::vector<Frame> pictures_of(LoopFunction function, Flicks window) {
    Loop loop = *find_loop("W2");
    loop.published = function;
    RecordingGame history;
    run_loop(loop, machine_of("fast"), {.window = window}, &history);
    return std::move(history.frames);
}

}  // namespace

LateUpdates count_late_updates(Flicks window) {
    const auto exact = pictures_of(run_lwjgl_fixed_in_exact_time, window);
    const auto doubles = pictures_of(run_lwjgl_fixed, window);
    LateUpdates result;
    result.frames = std::min(exact.size(), doubles.size());
    for (std::size_t frame = 0; frame < result.frames; ++frame) {
        result.late += doubles[frame].updates < exact[frame].updates ? 1U : 0U;
        result.early += doubles[frame].updates > exact[frame].updates ? 1U : 0U;
    }
    if (result.frames > 0) {
        result.updates = exact[result.frames - 1].updates;
        result.updates_by_doubles = doubles[result.frames - 1].updates;
    }
    return result;
}

}  // namespace tandem::tools::lab
