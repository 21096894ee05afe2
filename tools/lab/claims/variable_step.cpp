// SPDX-License-Identifier: MIT
// The claims about steps as long as the last frame: C28 to C32.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

// ---- C28
Finding ratios_of(std::string_view id) {
    return on_machines(id, {"fast", "normal", "slow"}, 4, ratio_of);
}

// ---- C29
// Values: the longest step; of the fixed ones also how many were late.
Finding longest_variable_step() {
    const double longest = in_milliseconds(run_published("L2", "normal", with_stall()).step_max);
    return {"one step of " + decimal(longest, 2) + " ms", {longest}};
}
// A step is late that had to wait for the stall's end: without the stall it would have begun
// before.
Finding longest_fixed_step() {
    RecordingGame undisturbed;
    run_published("L4", "normal", {}, &undisturbed);
    RecordingGame stalled;
    const LoopReport report = run_published("L4", "normal", with_stall(), &stalled);
    std::uint64_t late = 0;
    for (const Update& update : stalled.updates) {
        late += update.start >= report.stall_end &&
                        undisturbed.updates.at(update.number).start < report.stall_end
                    ? 1U
                    : 0U;
    }
    const double longest = in_milliseconds(report.step_max);
    return {std::to_string(late) + " late steps of " + decimal(longest, 2) + " ms at most",
            {longest, count(late)}};
}
Verdict only_fails_takes_the_stall_as_one_step(const Finding& fails, const Finding& holds) {
    const double stall = in_milliseconds(with_stall().stall->length);
    const double frame = in_milliseconds(machine_of("normal").frame_cost());
    const double tick = in_milliseconds(find_loop("L4")->tick);
    return shown_if(are_near(fails.values, {stall + frame}, 0) &&
                    are_near(holds.values, {tick, stall / tick}, 0));
}

// ---- C30
// Windows' timer, 64 interrupts a second.
constexpr Flicks k_coarse = Flicks(seconds(1)) / 64;

std::vector<Jump<double>> jumps_of(const RecordingGame& history) {
    std::vector<Jump<double>> states;
    Jump<double> jump;
    for (const Update& update : history.updates) {
        jump.leave_ground();
        jump.step(step_of<double>(update.step));
        states.push_back(jump);
    }
    return states;
}

// Values: steps that are 0 ms on that clock alone, states that differ, of how many.
Finding on_a_coarse_clock(std::string_view id) {
    Machine machine = machine_of("fast");
    RecordingGame exact;
    run_published(id, machine, {}, &exact);
    machine.clock_quantum = k_coarse;
    RecordingGame coarse;
    run_published(id, machine, {}, &coarse);
    const auto there = jumps_of(exact);
    const auto here = jumps_of(coarse);
    std::int64_t empty = 0;
    std::int64_t differing = 0;
    for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
        // The first step is of 0 ms on any clock.
        empty += coarse.updates[i].step == Flicks(0) && exact.updates[i].step != Flicks(0) ? 1 : 0;
        differing += here[i] == there[i] ? 0 : 1;
    }
    return {std::string(id) + ": " + std::to_string(empty) + " of " + std::to_string(here.size()) +
                " steps are 0 ms for it, " + std::to_string(differing) +
                " states are not those of an exact clock",
            {static_cast<double>(empty), static_cast<double>(differing), count(here.size())}};
}
Verdict only_holds_has_no_difference(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {4'360, 4'999, 5'000}, 0) &&
                    are_near(holds.values, {0, 0, 500}, 0));
}

// ---- C31
// Values: L2's least and greatest step, L3's updates; of a clock that is set back, then forward.
Finding with_clock_set(Flicks by) {
    Machine machine = machine_of("normal");
    // It counts from long ago, and so does not go below zero.
    machine.clock_start = hours(24);
    if (by != Flicks(0)) {
        machine.clock_set = ClockSet{seconds(5), by};
    }
    RecordingGame variable;
    run_published("L2", machine, {}, &variable);
    const auto [least, greatest] =
        std::minmax_element(variable.updates.begin(), variable.updates.end(),
                            [](const Update& a, const Update& b) { return a.step < b.step; });
    const LoopReport fixed = run_published("L3", machine);
    return {"L2 steps of " + decimal(in_milliseconds(least->step), 0) + " to " +
                decimal(in_milliseconds(greatest->step), 0) + " ms, L3 runs " +
                std::to_string(fixed.updates) + " updates in 10 s",
            {in_milliseconds(least->step), in_milliseconds(greatest->step), count(fixed.updates)}};
}
Finding on_a_clock_that_is_set() {
    Finding back = with_clock_set(-hours(1));
    back.text = "set back: " + back.text + "; set forward: ";
    return joined(back, with_clock_set(hours(1)), "");
}
// Undisturbed there is no step but a frame's, and the updates of ten seconds. Set back by an hour
// after five of them, L3 freezes; set forward, it runs what it can until the end.
Verdict only_holds_is_undisturbed(const Finding& fails, const Finding& holds) {
    constexpr double k_hour_ms = 3'600'000;
    constexpr double k_updates = 500;
    const double frame = in_milliseconds(machine_of("normal").frame_cost());
    if (fails.values.size() != 6) {
        return Verdict::refuted;
    }
    const bool freezes = fails.values[0] == frame - k_hour_ms && fails.values[1] == frame &&
                         fails.values[2] == k_updates / 2;
    const bool bursts = fails.values[3] == 0 && fails.values[4] == frame + k_hour_ms &&
                        fails.values[5] > 5 * k_updates;
    return shown_if(freezes && bursts && are_near(holds.values, {0, frame, k_updates}, 0));
}

}  // namespace

ClaimList variable_step_claims() {
    return {
        {.id = "C28",
         .articles = Article::patterns,
         .sentence = "a variable step adapts the game's speed to any machine",
         .fails = "L0, no time at all, tuned to the machine normal, on fast, normal and slow",
         .holds = "L2, variable step, on the same three",
         .expected = "5, 1, 0.1 | 0.9998, 0.999, 0.99",
         .run_fails = [] { return ratios_of("L0"); },
         .run_holds = [] { return ratios_of("L2"); },
         .judge = only_holds_keeps_time<5'000, 1'000, 100>},
        {.id = "C29",
         .articles = Article::witters | Article::lwjgl,
         .sentence = "with a variable step a stall becomes one violent step",
         .fails = "L2 on normal, stalled for 2 s",
         .holds = "L4, fixed steps of 40 ms, stalled for 2 s",
         .expected = "one step of 2010 ms | 50 late steps of 40 ms",
         .run_fails = longest_variable_step,
         .run_holds = longest_fixed_step,
         .judge = only_fails_takes_the_stall_as_one_step},
        {.id = "C30",
         .articles = Article::mdn,
         .sentence = "a coarse clock is unfit for measuring steps",
         .fails = "L2 on fast, its clock moving every 15.625 ms",
         .holds = "L3, fixed steps, on the same clock",
         .expected = "4360 of 5000 steps are 0 ms | no tick differs",
         .run_fails = [] { return on_a_coarse_clock("L2"); },
         .run_holds = [] { return on_a_coarse_clock("L3"); },
         .judge = only_holds_has_no_difference},
        {.id = "C31",
         .articles = Article::mdn,
         .sentence = "the system's clock may jump",
         .fails = "L2 and L3 on a wall clock that is set by an hour after 5 s",
         .holds = "the same on the steady clock",
         .expected = "a negative and a huge step, a freeze and a burst | no effect",
         .run_fails = on_a_clock_that_is_set,
         .run_holds = [] { return with_clock_set(Flicks(0)); },
         .judge = only_holds_is_undisturbed},
        {.id = "C32",
         .articles = Article::witters,
         .sentence = "update code that takes a time step is more complex",
         .why_not_testable = "how complex code is, no run of it tells; a step of a Tandem game "
                             "takes no time at all, so there is none to get wrong"},
    };
}

}  // namespace tandem::tools::lab
