// SPDX-License-Identifier: MIT
// What MDN's loops do as published.
#include <gtest/gtest.h>

#include <chrono>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/quality.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// C78: a boundary of 50 ms is the third refresh at 60 Hz, and > lets it pass.
TEST(MdnLoops, RunEveryTickARefreshLateForTheyCompareWithGreater) {
    RecordingGame seen;
    run_loop(*find_loop("M2"), *parse_machine("fast"), {}, &seen);
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / 60;
    for (std::size_t tick = 0; tick < 10; ++tick) {
        EXPECT_EQ(seen.updates.at(tick).start,
                  static_cast<std::int64_t>(tick + 1) * Flicks(milliseconds(50)) + refresh);
    }
}

TEST(MdnLoops, DrivenByInputDrawWhatHappenedAtTheNextRefreshAndOnce) {
    RecordingGame seen;
    RunOptions options;
    options.presses = {milliseconds(20), milliseconds(22), milliseconds(95)};
    run_loop(*find_loop("M0a"), *parse_machine("fast"), options, &seen);
    ASSERT_EQ(seen.frames.size(), 2U);
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / 60;
    EXPECT_EQ(seen.frames[0].end, 2 * refresh + Flicks(milliseconds(1)));
    EXPECT_EQ(seen.frames[0].updates, 2U);
    EXPECT_EQ(seen.frames[1].end, 6 * refresh + Flicks(milliseconds(1)));
}

TEST(MdnLoops, DrivenByInputAndTimeCountTheSecondsToo) {
    RunOptions options;
    options.presses = {milliseconds(20)};
    const LoopReport report = run_loop(*find_loop("M0b"), *parse_machine("fast"), options);
    EXPECT_EQ(report.updates, 10U);
    EXPECT_EQ(report.simulated, Flicks(std::chrono::seconds(9)));
}

TEST(MdnLoops, RaiseTheQualityAgainOnceAFinerPictureWouldFit) {
    QualityScale quality(milliseconds(16));
    quality.adapt(milliseconds(17));
    EXPECT_EQ(quality.quarters(), 3U);
    quality.adapt(milliseconds(10));
    EXPECT_EQ(quality.quarters(), 3U);  // 10 * 16 / 9 does not fit
    quality.adapt(milliseconds(9));
    EXPECT_EQ(quality.quarters(), 4U);
    quality.adapt(milliseconds(1));
    EXPECT_EQ(quality.quarters(), 4U);
    for (int frame = 0; frame < 5; ++frame) {
        quality.adapt(milliseconds(400));
    }
    EXPECT_EQ(quality.quarters(), 1U);
}

// The budget is 16.5 ms of 16.67, so that callbacks of 16.6 ms miss every second refresh.
TEST(MdnLoops, LeaveTheBrowserItsChores) {
    EXPECT_EQ(run_loop(*find_loop("M5"), *parse_machine("1:15.5")).frames, 600U);
    EXPECT_EQ(run_loop(*find_loop("M5"), *parse_machine("1:15.6")).frames, 300U);
    EXPECT_EQ(run_loop(*find_loop("M1"), *parse_machine("1:15.6")).frames, 600U);
}

}  // namespace
}  // namespace tandem::tools::lab
