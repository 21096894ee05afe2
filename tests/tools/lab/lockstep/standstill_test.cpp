// SPDX-License-Identifier: MIT
// One side stands still: the other waits, or loses it, and never plays another game.
#include <gtest/gtest.h>

#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

TEST(Standstill, WithinTheTimeoutFreezesTheOtherAndIsCaughtUp) {
    const StandstillRun run = run_standstill(seconds(3), 5'000);
    EXPECT_LE(run.ticks_meanwhile, 4U) << "two ticks ahead, and what was on its way";
    EXPECT_GT(run.worst_gap_ms, 2'900);
    EXPECT_LT(run.worst_gap_ms, 3'050);
    ASSERT_TRUE(run.waited_ms);
    EXPECT_NEAR(static_cast<double>(*run.waited_ms), run.worst_gap_ms, 100);
    EXPECT_FALSE(run.desynced);
    EXPECT_TRUE(run.lost.empty());
    EXPECT_TRUE(run.caught_up);
    EXPECT_NEAR(run.put_off_s, 2.9, 0.05) << "but for the 100 ms that are made up for";
    EXPECT_GT(run.ticks_compared, 1'480U) << "of 30 seconds";
}

TEST(Standstill, BeyondTheTimeoutNamesWhoIsLost) {
    const StandstillRun run = run_standstill(seconds(30), 5'000);
    EXPECT_NE(run.lost.find("player 1"), std::string::npos) << run.lost;
    EXPECT_FALSE(run.caught_up);
    EXPECT_FALSE(run.desynced);
}

TEST(Standstill, ALongerTimeoutOutlivesALongerGap) {
    const StandstillRun run = run_standstill(seconds(30), 60'000);
    EXPECT_TRUE(run.lost.empty()) << run.lost;
    EXPECT_TRUE(run.caught_up);
    EXPECT_NEAR(run.put_off_s, 29.9, 0.05);
    EXPECT_GT(run.worst_gap_ms, 29'000);
}

}  // namespace
}  // namespace tandem::tools::lab
