// SPDX-License-Identifier: MIT
// What Witters' loops do as published, bugs included. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

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
