// SPDX-License-Identifier: MIT
// What counts, and what falls outside of the window.
#include <tandem/tools/lab/machine/meter.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(Meter, CountsUpdatesThatStartAndFramesThatEndWithin) {
    Meter meter(milliseconds(100));
    meter.on_update(milliseconds(0), milliseconds(40));
    meter.on_update(milliseconds(99), milliseconds(40));
    meter.on_update(milliseconds(100), milliseconds(40));
    meter.on_frame(milliseconds(100), std::nullopt);
    meter.on_frame(milliseconds(101), std::nullopt);
    EXPECT_EQ(meter.report().updates, 2U);
    EXPECT_EQ(meter.report().simulated, Flicks(milliseconds(80)));
    EXPECT_EQ(meter.report().frames, 1U);
    EXPECT_EQ(meter.report().updates_per_frame_max, 2U);
}

TEST(Meter, CutsTimeAtTheEndOfTheWindow) {
    Meter meter(milliseconds(100));
    meter.on_busy(milliseconds(90), milliseconds(130));
    meter.on_idle(milliseconds(130), milliseconds(150));
    meter.on_stall(milliseconds(0), milliseconds(90));
    EXPECT_EQ(meter.report().busy, Flicks(milliseconds(10)));
    EXPECT_EQ(meter.report().idle, Flicks(0));
    EXPECT_EQ(meter.report().stalled, Flicks(milliseconds(90)));
    EXPECT_DOUBLE_EQ(meter.report().busy_percent(), 10);
}

TEST(Meter, TakesFramesForDistinctWhoseTicksOrBlendDiffer) {
    Meter meter(milliseconds(100));
    const Blend half{milliseconds(5), milliseconds(10)};
    const Blend most{milliseconds(9), milliseconds(10)};
    meter.on_frame(milliseconds(1), half);
    meter.on_frame(milliseconds(2), half);
    meter.on_frame(milliseconds(3), most);
    meter.on_update(milliseconds(3), milliseconds(10));
    meter.on_frame(milliseconds(9), most);
    EXPECT_EQ(meter.report().frames, 4U);
    EXPECT_EQ(meter.report().distinct, 3U);
    EXPECT_EQ(meter.report().worst_gap, Flicks(milliseconds(6)));
    EXPECT_DOUBLE_EQ(meter.report().blend_max.value(), 0.9);
}

TEST(Meter, TakesTheLoopsWordForABatchThatTheWindowsEndCuts) {
    Meter meter(milliseconds(100));
    meter.on_announced(milliseconds(99), 19);
    meter.on_announced(milliseconds(100), 400);
    EXPECT_EQ(meter.report().updates_per_frame_max, 19U);
    EXPECT_EQ(meter.report().updates, 0U);
}

TEST(Meter, SumsLatenciesAndKeepsTheWorst) {
    Meter meter(milliseconds(100));
    meter.on_press(milliseconds(3));
    meter.on_press(milliseconds(7));
    meter.on_late_frame(milliseconds(3));
    EXPECT_EQ(meter.report().presses, 2U);
    EXPECT_EQ(meter.report().latency_sum, Flicks(milliseconds(10)));
    EXPECT_EQ(meter.report().latency_max, Flicks(milliseconds(7)));
    EXPECT_EQ(meter.report().late_frames, 1U);
    EXPECT_EQ(meter.report().late_max, Flicks(milliseconds(3)));
}

}  // namespace
}  // namespace tandem::tools::lab
