// SPDX-License-Identifier: MIT
// The list of loops, and running one.
#include <tandem/tools/lab/loop.hpp>

#include <algorithm>
#include <memory>

#include <tandem/tools/escaped.hpp>
#include <tandem/tools/lab/published_loops.hpp>
#include <tandem/tools/lab/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
constexpr Flicks k_thirtieth = std::chrono::duration<std::int64_t, std::ratio<1, 30>>(1);
constexpr Flicks k_sixtieth = std::chrono::duration<std::int64_t, std::ratio<1, 60>>(1);

std::vector<Loop> make_loops() {
    return {
        {"L0", "flat out", "tuned to 100 a second on normal", k_flat_out_tick, false, run_flat_out,
         run_repaired_flat_out},
        {"L1", "fixed FPS with sleep", "25 FPS", milliseconds(40), false, run_fixed_fps,
         run_repaired_fixed_fps},
        {"L2", "variable step", "", Flicks(0), false, run_variable_step, run_repaired_variable_step,
         milliseconds(20)},
        {"L3", "constant speed, maximum FPS", "50 ticks a second, 10 a frame at most",
         milliseconds(20), true, run_max_fps, run_repaired_max_fps},
        {"L4", "constant speed, free FPS, interpolation", "25 ticks a second, 5 a frame at most",
         milliseconds(40), true, run_interpolated, run_repaired_interpolated},
        {"G1", "nap", "16 ms", milliseconds(16), false, run_nap, run_repaired_nap},
        {"G2", "catch-up", "16 ms", milliseconds(16), true, run_catch_up, run_repaired_catch_up},
        {"G3", "catch-up with guard", "16 ms, 5 a frame at most", milliseconds(16), true,
         run_guarded_catch_up, run_repaired_guarded_catch_up},
        {"W1", "LWJGL nap", "50 FPS", milliseconds(20), false, run_lwjgl_nap,
         run_repaired_lwjgl_nap},
        {"W2", "LWJGL fixed step, naps of 1 ms", "30 updates a second, 50 FPS", k_thirtieth, true,
         run_lwjgl_fixed, run_repaired_lwjgl_fixed},
        {"W3", "LWJGL fixed step, vsync", "30 updates a second", k_thirtieth, true, run_lwjgl_vsync,
         run_repaired_lwjgl_vsync},
        {"M1", "MDN update and draw per refresh", "tuned to 60 Hz", k_sixtieth, false, run_refresh,
         run_repaired_refresh},
        {"M2", "MDN separated update and draw", "20 ticks a second", milliseconds(50), true,
         run_separated_refresh, run_repaired_separated_refresh},
    };
}

}  // namespace

const std::vector<Loop>& loops() {
    static const std::vector<Loop> k_loops = make_loops();
    return k_loops;
}

const Loop* find_loop(std::string_view id) {
    const auto found = std::find_if(loops().begin(), loops().end(),
                                    [&](const Loop& loop) { return loop.id == id; });
    return found == loops().end() ? nullptr : &*found;
}

sim::Result<std::vector<const Loop*>> choose_loops(const std::vector<std::string>& ids) {
    std::vector<const Loop*> chosen;
    std::string known;
    for (const Loop& loop : loops()) {
        known += (known.empty() ? "" : " ") + std::string(loop.id);
        if (ids.empty()) {
            chosen.push_back(&loop);
        }
    }
    for (const std::string& id : ids) {
        const Loop* loop = find_loop(id);
        if (loop == nullptr) {
            return sim::Error{sim::ErrorCode::usage, "--loop",
                              "expected one of " + known + ", found '" + escaped(id) + "'"};
        }
        chosen.push_back(loop);
    }
    return chosen;
}

LoopReport run_loop(const Loop& loop, const Machine& machine, const RunOptions& options,
                    Game* game) {
    std::unique_ptr<Time> time;
    if (options.real) {
        time = std::make_unique<RealTime>();
    } else {
        time = std::make_unique<VirtualTime>();
    }
    Game nobody;
    Platform platform(machine, *time, options.window, game != nullptr ? *game : nobody,
                      options.presses, options.stall);
    if (game != nullptr) {
        game->begin(platform);
    }
    try {
        (options.repaired ? loop.repaired : loop.published)(platform);
    } catch (const WindowEnded&) {
    }
    LoopReport report = platform.report();
    report.tick = options.repaired ? loop.repaired_tick.value_or(loop.tick) : loop.tick;
    if (!loop.counts_updates) {
        report.updates_per_frame_max = 0;
    }
    return report;
}

}  // namespace tandem::tools::lab
