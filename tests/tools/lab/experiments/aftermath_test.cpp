// SPDX-License-Identifier: MIT
// What is measured after a stall.
#include <tandem/tools/lab/experiments/aftermath.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Machine normal() { return *parse_machine("normal"); }

RunOptions two_seconds_at_three() {
    RunOptions options;
    options.stall = Stall{seconds(3), seconds(2)};
    return options;
}

TEST(Aftermath, CountsTicksOwedAsThoseOfARunWithoutTheStall) {
    const StalledLoop loop{*find_loop("L1"), "published", 1};
    EXPECT_EQ(updates_between(loop, normal(), two_seconds_at_three(), seconds(3), seconds(5)), 50U);
}

TEST(Aftermath, MeasuresTheSpeedWhileALoopCatchesUp) {
    const StalledLoop loop{*find_loop("L1"), "published", 1};
    const Aftermath aftermath = run_stalled(loop, normal(), two_seconds_at_three());
    ASSERT_TRUE(aftermath.speed);
    EXPECT_DOUBLE_EQ(*aftermath.speed, 4.0);
}

TEST(Aftermath, OfAStallThatNeverCameIsTheReportAlone) {
    RunOptions options;
    options.stall = Stall{seconds(60), seconds(2)};
    const Aftermath aftermath = run_stalled({*find_loop("L1"), "published", 1}, normal(), options);
    EXPECT_EQ(aftermath.report.updates, 250U);
    EXPECT_EQ(aftermath.updates_in_100_ms, 0U);
    EXPECT_FALSE(aftermath.caught_up_after);
}

TEST(Aftermath, CatchingUpHasAClosedFormOnlyWhereAFrameGainsTime) {
    const auto time = catch_up_time(seconds(2), milliseconds(40), normal(), 1);
    ASSERT_TRUE(time);
    EXPECT_NEAR(in_milliseconds(*time), 2'000.0 / 3, 1e-3);
    EXPECT_FALSE(catch_up_time(seconds(2), milliseconds(40), *parse_machine("slow"), 1));
    // 5 x 4 + 180 ms of work for 5 x 40 ms of game: just not.
    EXPECT_FALSE(catch_up_time(seconds(2), milliseconds(40), *parse_machine("4:180"), 5));
}

TEST(Aftermath, KnowsEachLoopInItsForms) {
    const auto all = stalled_loops({find_loop("L1"), find_loop("M2")});
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[0].form, "published");
    EXPECT_EQ(all[1].form, "repaired");
    EXPECT_EQ(all[3].form, "with >=");
    EXPECT_FALSE(all[0].is_repaired || all[0].counts_updates());
    EXPECT_TRUE(all[1].is_repaired && all[1].counts_updates());
    EXPECT_EQ(stalled_policies().size(), 4U);
}

}  // namespace
}  // namespace tandem::tools::lab
