// SPDX-License-Identifier: MIT
// What the loops of Game Programming Patterns do as published.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

LoopReport run(const char* id, const char* machine) {
    return run_loop(*find_loop(id), *parse_machine(machine));
}

TEST(PatternsLoops, AskForANegativeNapInEveryLateFrame) {
    EXPECT_EQ(run("G1", "normal").late_frames, 0U);
    EXPECT_EQ(run("G1", "slow").late_frames, 100U);
}

TEST(PatternsLoops, KeepTheLeftoverLagBelowATick) {
    for (const char* machine : {"fast", "normal", "slow", "1:14.5"}) {
        EXPECT_LT(run("G2", machine).blend_max.value(), 1) << machine;
    }
}

TEST(PatternsLoops, LeaveATickOwedWhenTheGuardStopsTheInnerLoop) {
    EXPECT_GT(run("G3", "choked").blend_max.value(), 1);
    EXPECT_EQ(run("G3", "choked").updates_per_frame_max, 5U);
}

// C73.
TEST(PatternsLoops, DrawAtIdleEventsWithoutTouchingTheState) {
    for (const char* machine : {"fast", "normal", "slow", "floor", "choked"}) {
        const LoopReport silent = run("G5", machine);
        EXPECT_EQ(silent.frames, 20U) << machine;
        EXPECT_EQ(silent.updates, 0U) << machine;
    }
}

// A player who types faster than the game answers finds his commands answered one by one, and
// before any idle event.
TEST(PatternsLoops, AnswerEveryCommandOfAQueue) {
    RunOptions options;
    options.presses.assign(5, std::chrono::milliseconds(100));
    for (const char* id : {"G4", "G5"}) {
        const LoopReport report = run_loop(*find_loop(id), *parse_machine("slow"), options);
        EXPECT_EQ(report.updates, 5U) << id;
        EXPECT_EQ(report.latency_max, Flicks(std::chrono::milliseconds(400))) << id;
    }
}

TEST(PatternsLoops, FittedByHandAreAsFastAsTheirHardware) {
    for (const Machine& machine : known_machines()) {
        const LoopReport flat_out = run_loop(*find_loop("L0"), machine);
        const LoopReport fitted = run_loop(*find_loop("G6"), machine);
        EXPECT_EQ(fitted.simulated, flat_out.simulated);
        EXPECT_EQ(fitted.busy, flat_out.busy);
    }
}

// In closed form: a delay makes a period of max(tick, C), a flip whole refreshes.
TEST(PatternsLoops, WaitForADelayOrForTheScreen) {
    EXPECT_EQ(run("G7a", "5:15").updates, 500U);
    EXPECT_EQ(run("G7b", "5:15").updates, 300U);
    EXPECT_EQ(run("G7a", "1:9").updates, 600U);
    Machine machine = *parse_machine("1:5");
    machine.refresh_hz = 144;
    EXPECT_EQ(run_loop(*find_loop("G7a"), machine).updates, 600U);
    EXPECT_EQ(run_loop(*find_loop("G7b"), machine).ratio(), 2.4);
}

}  // namespace
}  // namespace tandem::tools::lab
