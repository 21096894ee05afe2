// SPDX-License-Identifier: MIT
// What the loops of Game Programming Patterns do as published. The table of all loops is in
// loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loop.hpp>

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

}  // namespace
}  // namespace tandem::tools::lab
