// SPDX-License-Identifier: MIT
// Every phase of a tick at which the clock may wrap, watched through what the game is asked to do.
#include <tandem/tools/lab/experiments/clock_wrap.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// True if a deadline has passed, as long as it is less than half of the clock's range away.
bool is_past(std::uint32_t now, std::uint32_t deadline) {
    return static_cast<std::int32_t>(now - deadline) > 0;
}

// The inner loop of L3 and L4 but for that comparison.
void update_until_due(Platform& game, std::uint32_t& next_game_tick, std::uint32_t skip_ticks,
                      int max_frameskip) {
    for (int loops = 0; is_past(tick_count(game), next_game_tick) && loops < max_frameskip;
         ++loops) {
        game.update(milliseconds(skip_ticks));
        next_game_tick += skip_ticks;
    }
}

void run_max_fps_by_subtraction(Platform& game) {
    constexpr std::uint32_t k_skip_ticks = 1000 / 50;
    std::uint32_t next_game_tick = tick_count(game);
    while (game.is_running()) {
        update_until_due(game, next_game_tick, k_skip_ticks, 10);
        game.render();
    }
}

// Its interpolation is a difference already.
void run_interpolated_by_subtraction(Platform& game) {
    constexpr std::uint32_t k_skip_ticks = 1000 / 25;
    std::uint32_t next_game_tick = tick_count(game);
    while (game.is_running()) {
        update_until_due(game, next_game_tick, k_skip_ticks, 5);
        const std::uint32_t past = tick_count(game) + k_skip_ticks - next_game_tick;
        game.render(Blend{milliseconds(past), milliseconds(k_skip_ticks)});
    }
}

WrapArm by_subtraction(Loop loop, LoopFunction function) {
    loop.published = function;
    return {loop, "by subtraction"};
}

struct WrapWatch : Game {
    explicit WrapWatch(Flicks wrap) : wraps_at(wrap) {}
    void update(const Update& update) override {
        game_time += update.step;
        ahead_max = std::max(ahead_max, game_time - update.start);
        wait_max = std::max(wait_max, update.start - last_start);
        last_start = update.start;
    }
    bool is_frozen() const { return last_start < wraps_at; }

    Flicks wraps_at, game_time{}, ahead_max{}, wait_max{}, last_start{};
};

}  // namespace

std::vector<WrapArm> wrap_arms() {
    const Loop& max_fps = *find_loop("L3");
    const Loop& interpolated = *find_loop("L4");
    return {{*find_loop("L1"), "published"},
            {max_fps, "published"},
            by_subtraction(max_fps, run_max_fps_by_subtraction),
            {max_fps, "repaired", true},
            {interpolated, "published"},
            by_subtraction(interpolated, run_interpolated_by_subtraction),
            {interpolated, "repaired", true}};
}

ClockWrap run_across_wrap(const WrapArm& arm, const Machine& machine) {
    ClockWrap all;
    RunOptions options;
    options.repaired = arm.is_repaired;
    for (milliseconds phase(0); phase < arm.loop.tick; ++phase) {
        Machine started = machine;
        started.clock_start = k_clock_wrap - k_until_wrap - phase;
        WrapWatch watch(k_until_wrap + phase);
        const LoopReport report = run_loop(arm.loop, started, options, &watch);
        ++all.runs;
        all.runs_ahead += watch.ahead_max > arm.loop.tick ? 1U : 0U;
        all.runs_frozen += watch.is_frozen() ? 1U : 0U;
        all.updates_at_once = std::max(all.updates_at_once, report.updates_per_frame_max);
        all.ahead_max = std::max(all.ahead_max, watch.ahead_max);
        all.wait_max = std::max(all.wait_max, watch.wait_max);
        if (report.blend_max) {
            all.blend_max = std::max(all.blend_max.value_or(0), *report.blend_max);
        }
    }
    return all;
}

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
