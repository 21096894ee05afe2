// SPDX-License-Identifier: MIT
// What Witters' loops do as published, bugs included. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// The starts of updates and the blends of pictures.
struct Seen : Game {
    void update(const Update& update) override { starts.push_back(update.start); }
    void render(const Frame& frame) override { blends.push_back(frame.blend); }
    std::vector<Flicks> starts;
    std::vector<std::optional<Blend>> blends;
};

Seen watch(const char* id, const char* machine, const RunOptions& options = {}) {
    Seen seen;
    run_loop(*find_loop(id), *parse_machine(machine), options, &seen);
    return seen;
}

TEST(WittersLoops, RunTheirFirstCatchUpTickAMillisecondLateForTheyCompareWithGreater) {
    EXPECT_EQ(watch("L3", "0.5:0.5").starts.front(), Flicks(milliseconds(1)));
    EXPECT_EQ(watch("L4", "0.5:0.5").starts.front(), Flicks(milliseconds(1)));
}

TEST(WittersLoops, InterpolateWithOneBeforeAnyUpdateHasRun) {
    const Seen seen = watch("L4", "fast");
    EXPECT_EQ(seen.blends.front()->value(), 1.0);
}

TEST(WittersLoops, DoNotClampTheInterpolationAfterAStallOfTwoSeconds) {
    RunOptions options;
    options.stall = Stall{std::chrono::seconds(3), std::chrono::seconds(2)};
    const LoopReport report =
        run_loop(*find_loop("L4"), *parse_machine("normal"), options, nullptr);
    EXPECT_GT(report.blend_max.value(), 40);
}

TEST(WittersLoops, PassTheWholeStallToOneUpdateWithAVariableStep) {
    RunOptions options;
    options.stall = Stall{std::chrono::seconds(3), std::chrono::seconds(2)};
    const LoopReport report =
        run_loop(*find_loop("L2"), *parse_machine("normal"), options, nullptr);
    EXPECT_EQ(report.step_max, Flicks(milliseconds(2010)));
}

}  // namespace
}  // namespace tandem::tools::lab
