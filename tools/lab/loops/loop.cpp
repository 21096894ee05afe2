// SPDX-License-Identifier: MIT
// The list of loops, and running one.
#include <tandem/tools/lab/loops/loop.hpp>

#include <algorithm>
#include <limits>
#include <memory>

#include <tandem/tools/escaped.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
constexpr Flicks k_thirtieth = std::chrono::duration<std::int64_t, std::ratio<1, 30>>(1);
constexpr Flicks k_sixtieth = std::chrono::duration<std::int64_t, std::ratio<1, 60>>(1);

Loop driven_by_input(Loop loop) {
    loop.is_driven_by_input = true;
    return loop;
}
Loop stopping_early(Loop loop) {
    loop.stops_early = true;
    return loop;
}

std::vector<Loop> make_loops() {
    return {
        {"L0", "flat out", "tuned to 100 a second on normal",
         Article::witters | Article::patterns | Article::lwjgl, "speed is the hardware's",
         "100 ticks a second everywhere", k_flat_out_tick, false, run_flat_out,
         run_repaired_flat_out},
        {"L1", "fixed FPS with sleep", "25 FPS", Article::witters,
         "slows on a slow machine, runs off a stall in fast motion",
         "drops pictures instead, forgets the stall", milliseconds(40), false, run_fixed_fps,
         run_repaired_fixed_fps},
        {"L2", "variable step", "whole ms, as Witters; Nystrom: doubles, input",
         Article::witters | Article::patterns, "every machine plays another game",
         "fixed ticks, drawn in between", Flicks(0), false, run_variable_step,
         run_repaired_variable_step, milliseconds(20)},
        {"L3", "constant speed, maximum FPS", "50 ticks a second, 10 a frame at most",
         Article::witters, "a tick is a millisecond late (>), draws the same picture again",
         ">=, sleeps until the next tick", milliseconds(20), true, run_max_fps,
         run_repaired_max_fps},
        {"L4", "constant speed, free FPS, interpolation", "25 ticks a second, 5 a frame at most",
         Article::witters,
         "interpolation is 1 before the first tick, 46 after a stall of two seconds",
         "stays in [0, 1]", milliseconds(40), true, run_interpolated, run_repaired_interpolated},
        {"G1", "nap", "16 ms", Article::patterns,
         "asks for a nap of negative length when late, lags for good", "absolute deadlines",
         milliseconds(16), false, run_nap, run_repaired_nap},
        {"G2", "catch-up", "16 ms", Article::patterns,
         "falls ever further behind where an update costs more than a tick",
         "a cap: the game slows instead", milliseconds(16), true, run_catch_up,
         run_repaired_catch_up},
        {"G3", "catch-up with guard", "16 ms, 5 a frame at most", Article::patterns,
         "its guard leaves the debt to later frames for good", "forgets what exceeds the cap",
         milliseconds(16), true, run_guarded_catch_up, run_repaired_guarded_catch_up},
        driven_by_input({"G4", "blocking command loop", "a command is a turn", Article::patterns,
                         "waits for a command and stands still",
                         "polls; turn-based still, animated at 60 Hz", Flicks(0), false,
                         run_commands, run_repaired_commands}),
        driven_by_input({"G5", "GUI event loop", "an idle event twice a second", Article::patterns,
                         "waits for an event; idle events draw, the game's time stands",
                         "polls; 60 ticks a second", Flicks(0), false, run_gui_events,
                         run_repaired_gui_events, k_sixtieth}),
        {"G6", "fixed hardware", "fitted by hand to normal", Article::witters | Article::patterns,
         "fitted by hand to one processor", "turbo off: its rate on any hardware", k_flat_out_tick,
         false, run_hand_fitted, run_repaired_hand_fitted},
        {"G7a", "fixed step, then a delay", "60 steps a second", Article::patterns,
         "a slow machine is another speed", "60 ticks a second", k_sixtieth, false,
         run_step_and_delay, run_repaired_step_and_delay},
        {"G7b", "fixed step, then a flip", "tuned to 60 Hz", Article::patterns,
         "another screen is another speed", "60 ticks a second", k_sixtieth, false,
         run_step_and_flip, run_repaired_step_and_flip},
        {"W1", "LWJGL nap", "50 FPS", Article::lwjgl,
         "asks for a nap of negative length when late, lags for good", "absolute deadlines",
         milliseconds(20), false, run_lwjgl_nap, run_repaired_lwjgl_nap},
        {"W2", "LWJGL fixed step, naps of 1 ms", "30 updates a second, 50 FPS", Article::lwjgl,
         "naps of 1 ms overshoot, doubles move updates to the next frame, pictures repeat",
         "one sleep, integers, drawn in between", k_thirtieth, true, run_lwjgl_fixed,
         run_repaired_lwjgl_fixed},
        {"W3", "LWJGL fixed step, vsync", "30 updates a second", Article::lwjgl,
         "no cap, doubles move updates to the next frame, pictures repeat",
         "a cap, integers, drawn in between", k_thirtieth, true, run_lwjgl_vsync,
         run_repaired_lwjgl_vsync},
        driven_by_input({"M0a", "MDN input-driven", "", Article::mdn, "moves when the player does",
                         "60 ticks a second, input at the next", Flicks(0), false, run_input_driven,
                         run_repaired_input_driven, k_sixtieth}),
        driven_by_input({"M0b", "MDN input and time", "a countdown in seconds", Article::mdn,
                         "moves when the player or its countdown does",
                         "60 ticks a second, input at the next", Flicks(0), false,
                         run_input_and_time, run_repaired_input_and_time, k_sixtieth}),
        {"M1", "MDN update and draw per refresh", "tuned to 60 Hz", Article::mdn,
         "speed is the screen's", "the same speed on every screen", k_sixtieth, false, run_refresh,
         run_repaired_refresh},
        stopping_early({"M1c", "MDN per refresh, cancelled by its token", "at half of the window",
                        Article::mdn, "stops by the token of the last request and no other",
                        "sim::RunToken: any time, also for a callback that still comes", k_sixtieth,
                        false, run_cancelled_refresh, run_repaired_cancelled_refresh}),
        {"M2", "MDN separated update and draw", "20 ticks a second", Article::mdn,
         "a tick is a refresh late (>), no cap", ">=, a cap", milliseconds(50), true,
         run_separated_refresh, run_repaired_separated_refresh},
        {"M3a", "MDN split: timer and refresh on one thread", "20 ticks a second", Article::mdn,
         "timer and pictures on one thread: ticks are lost to pictures",
         "the pacer makes up for them", milliseconds(50), true, run_timer_and_refresh,
         run_repaired_timer_and_refresh},
        {"M3b", "MDN split: timer in a worker", "20 ticks a second", Article::mdn,
         "timer in a worker: ticks are lost where an update is too long",
         "the pacer makes up for them", milliseconds(50), true, run_worker_timer,
         run_repaired_worker_timer},
        {"M3c", "MDN split: refresh pokes a worker", "20 ticks a second", Article::mdn,
         "a refresh pokes the worker: asleep while hidden, then all at once", "a cap",
         milliseconds(50), true, run_poked_worker, run_repaired_poked_worker},
        {"M4", "MDN quality scaling", "tuned to 60 Hz, pictures of 1, 3/4, 1/2, 1/4", Article::mdn,
         "coarser pictures hold the rate until they bottom out, then the game slows",
         "then pictures become fewer instead", k_sixtieth, false, run_quality_scaled,
         run_repaired_quality_scaled},
        {"M5", "MDN browser frame", "16.5 of 16.67 ms", Article::mdn,
         "a browser's frame of 16.5 ms: a longer one costs the game a refresh",
         "it costs a picture", k_sixtieth, false, run_browser_frame, run_repaired_browser_frame},
    };
}

std::string known_ids() {
    std::string known;
    for (const Loop& loop : loops()) {
        known += (known.empty() ? "" : " ") + std::string(loop.id);
    }
    return known;
}

// The loop of that id, or those whose id only adds a letter to it.
std::vector<const Loop*> loops_named(const std::string& id) {
    if (const Loop* loop = find_loop(id)) {
        return {loop};
    }
    std::vector<const Loop*> found;
    for (const Loop& loop : loops()) {
        if (id.size() == 2 && loop.id.size() == 3 && loop.id.starts_with(id)) {
            found.push_back(&loop);
        }
    }
    return found;
}

std::unique_ptr<Time> make_time(const RunOptions& options) {
    if (options.real) {
        return std::make_unique<RealTime>(options.window);
    }
    return options.jitter_seed ? std::make_unique<UnevenTime>(*options.jitter_seed)
                               : std::make_unique<VirtualTime>();
}

sim::Error too_many_steps(const Loop& loop, const Machine& machine, const RunOptions& options,
                          const TooManySteps& steps) {
    const auto whole_seconds = [](Flicks time) {
        return std::to_string(std::chrono::floor<std::chrono::seconds>(time).count());
    };
    return {sim::ErrorCode::usage, "--seconds",
            std::string(loop.id) + " on the machine " + escaped(machine.name) +
                " takes more than " + std::to_string(options.steps_max) + " steps in " +
                whole_seconds(options.window) + " s: ask for " + whole_seconds(steps.reached) +
                " --seconds at most or for a slower --machine"};
}

}  // namespace

const std::vector<Loop>& loops() {
    static const std::vector<Loop> k_loops = make_loops();
    return k_loops;
}

std::vector<const Loop*> steady_loops() {
    std::vector<const Loop*> steady;
    for (const Loop& loop : loops()) {
        if (!loop.is_driven_by_input && !loop.stops_early) {
            steady.push_back(&loop);
        }
    }
    return steady;
}

const Loop* find_loop(std::string_view id) {
    const auto found = std::find_if(loops().begin(), loops().end(),
                                    [&](const Loop& loop) { return loop.id == id; });
    return found == loops().end() ? nullptr : &*found;
}

sim::Result<std::vector<const Loop*>> choose_loops(const std::vector<std::string>& ids) {
    std::vector<const Loop*> chosen;
    for (const Loop& loop : loops()) {
        if (ids.empty()) {
            chosen.push_back(&loop);
        }
    }
    for (const std::string& id : ids) {
        const auto found = loops_named(id);
        if (found.empty()) {
            return sim::Error{sim::ErrorCode::usage, "--loop",
                              "expected one of " + known_ids() + ", found '" + escaped(id) + "'"};
        }
        chosen.insert(chosen.end(), found.begin(), found.end());
    }
    return chosen;
}

sim::Result<std::vector<const Loop*>> choose_steady_loops(const std::vector<std::string>& ids) {
    return ids.empty() ? steady_loops() : choose_loops(ids);
}

std::vector<Flicks> scripted_presses(Flicks window) {
    // A quarter past each second, where no idle event and no countdown is.
    constexpr Flicks k_first = milliseconds(250);
    constexpr Flicks k_interval = std::chrono::seconds(1);
    std::vector<Flicks> presses;
    for (Flicks at = k_first; at < window; at += k_interval) {
        presses.push_back(at);
    }
    return presses;
}

sim::Result<LoopReport> try_loop(const Loop& loop, const Machine& machine,
                                 const RunOptions& options, Game* game) {
    const std::unique_ptr<Time> time = make_time(options);
    Game nobody;
    Platform platform(machine, *time, options.window, game != nullptr ? *game : nobody,
                      options.presses, options.stall);
    // On the real clock the window ends a run that asks for many.
    platform.limit_steps(options.real ? std::numeric_limits<std::uint64_t>::max()
                                      : options.steps_max);
    if (options.hidden) {
        platform.hide(*options.hidden);
    }
    if (game != nullptr) {
        game->begin(platform);
    }
    try {
        (options.repaired ? loop.repaired : loop.published)(platform);
    } catch (const WindowEnded&) {
    } catch (const TooManySteps& steps) {
        return too_many_steps(loop, machine, options, steps);
    }
    LoopReport report = platform.report();
    report.tick = loop.tick_of_form(options.repaired);
    if (!loop.form_counts_updates(options.repaired)) {
        report.updates_per_frame_max = 0;
    }
    return report;
}

LoopReport run_loop(const Loop& loop, const Machine& machine, const RunOptions& options,
                    Game* game) {
    const auto report = try_loop(loop, machine, options, game);
    if (!report) {
        throw RunTooLong{report.error()};
    }
    return *report;
}

}  // namespace tandem::tools::lab
