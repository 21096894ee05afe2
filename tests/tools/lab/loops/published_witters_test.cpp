// SPDX-License-Identifier: MIT
// What Witters' loops do as published, bugs included.
#include <gtest/gtest.h>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

RecordingGame watch(const char* id, const char* machine) {
    RecordingGame seen;
    run_loop(*find_loop(id), *parse_machine(machine), {}, &seen);
    return seen;
}

TEST(WittersLoops, RunTheirFirstCatchUpTickAMillisecondLateForTheyCompareWithGreater) {
    EXPECT_EQ(watch("L3", "0.5:0.5").updates.front().start, Flicks(milliseconds(1)));
    EXPECT_EQ(watch("L4", "0.5:0.5").updates.front().start, Flicks(milliseconds(1)));
}

TEST(WittersLoops, InterpolateWithOneBeforeAnyUpdateHasRun) {
    EXPECT_EQ(watch("L4", "fast").frames.front().blend->value(), 1.0);
}

// GetTickCount's 2^32 milliseconds.
TEST(WittersLoops, HaveAClockOf32BitsThatBeginsAgain) {
    Machine machine = *parse_machine("normal");
    machine.clock_start = milliseconds((std::int64_t{1} << 32) - 3);
    VirtualTime time;
    Game nobody;
    Platform platform(machine, time, std::chrono::seconds(1), nobody);
    EXPECT_EQ(tick_count(platform), 4'294'967'293U);
    time.work(milliseconds(3));
    EXPECT_EQ(tick_count(platform), 0U);
}

// The difference of two readings is right across the wrap: no step but those of the frames.
TEST(WittersLoops, MeasureAVariableStepAcrossTheWrap) {
    Machine machine = *parse_machine("normal");
    machine.clock_start = milliseconds((std::int64_t{1} << 32) - 5'003);
    const LoopReport report = run_loop(*find_loop("L2"), machine);
    EXPECT_EQ(report.step_max, Flicks(milliseconds(10)));
    EXPECT_EQ(report.simulated, run_loop(*find_loop("L2"), *parse_machine("normal")).simulated);
}

}  // namespace
}  // namespace tandem::tools::lab
