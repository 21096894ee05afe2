// SPDX-License-Identifier: MIT
// Three ways to wait for the next frame, and how late a wait ends.
#include <tandem/tools/lab/experiments/nap_precision.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(NapPrecision, NapsOfAMillisecondMakeAFrameOf20Point3Milliseconds) {
    const PacingPrecision naps = measure_pacing(Pacing::naps, false);
    EXPECT_NEAR(naps.period_max_ms, 20.3, 1e-9);
    EXPECT_NEAR(naps.frames_per_second, 1'000 / 20.3, 1e-9);
    // 196 periods fit into the four seconds.
    EXPECT_NEAR(naps.drift_ms, 196 * 0.3, 1e-6);
}

TEST(NapPrecision, OneSleepAndAbsoluteDeadlinesKeepTheRateInVirtualTime) {
    for (const Pacing pacing : {Pacing::one_sleep, Pacing::absolute_deadlines}) {
        const PacingPrecision precision = measure_pacing(pacing, false);
        EXPECT_EQ(precision.frames_per_second, 50);
        EXPECT_EQ(precision.drift_ms, 0);
        EXPECT_EQ(precision.period_max_ms, 20);
    }
}

TEST(NapPrecision, OvershootsAreRankedAsTheyAre) {
    std::vector<Flicks> measured;
    for (int i = 200; i > 0; --i) {
        measured.push_back(milliseconds(i));
    }
    const Overshoots overshoots = overshoots_of(measured);
    EXPECT_EQ(overshoots.median_ms, 100);
    EXPECT_EQ(overshoots.p99_ms, 198);
    EXPECT_EQ(overshoots.max_ms, 200);
    EXPECT_EQ(overshoots_of({milliseconds(7)}).median_ms, 7);
}

TEST(NapPrecision, NoWaitOnTheRealClockEndsEarly) {
    for (const Overshoots& overshoots : {measure_sleeps(3), measure_spins(3)}) {
        EXPECT_GE(overshoots.median_ms, 0);
        EXPECT_GE(overshoots.p99_ms, overshoots.median_ms);
        EXPECT_GE(overshoots.max_ms, overshoots.p99_ms);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
