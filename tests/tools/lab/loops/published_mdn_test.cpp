// SPDX-License-Identifier: MIT
// What MDN's loops do as published. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/quality.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

struct Starts : Game {
    void update(const Update& update) override { starts.push_back(update.start); }
    std::vector<Flicks> starts;
};

// C78: a boundary of 50 ms is the third refresh at 60 Hz, and > lets it pass.
TEST(MdnLoops, RunEveryTickARefreshLateForTheyCompareWithGreater) {
    Starts seen;
    run_loop(*find_loop("M2"), *parse_machine("fast"), {}, &seen);
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / 60;
    for (std::size_t tick = 0; tick < 10; ++tick) {
        EXPECT_EQ(seen.starts[tick],
                  static_cast<std::int64_t>(tick + 1) * Flicks(milliseconds(50)) + refresh);
    }
}

// C74.
TEST(MdnLoops, TieTheGamesSpeedToTheScreen) {
    Machine machine = *parse_machine("fast");
    for (const auto& [hz, ratio] : std::vector<std::pair<std::uint32_t, double>>{
             {30, 0.5}, {60, 1}, {75, 1.25}, {100, 10.0 / 6}, {120, 2}, {144, 2.4}}) {
        machine.refresh_hz = hz;
        EXPECT_NEAR(run_loop(*find_loop("M1"), machine).ratio(), ratio, 1e-9) << hz;
    }
}

TEST(MdnLoops, CountEveryTickThatASleepOwes) {
    RunOptions options;
    options.stall = Stall{std::chrono::seconds(3), std::chrono::seconds(2)};
    const LoopReport report = run_loop(*find_loop("M2"), *parse_machine("normal"), options);
    EXPECT_GE(report.updates_per_frame_max, 40U);
}

TEST(MdnLoops, DrivenByInputDrawWhatHappenedAtTheNextRefreshAndOnce) {
    struct Pictures : Game {
        void render(const Frame& frame) override { frames.push_back(frame); }
        std::vector<Frame> frames;
    } seen;
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

// C75.
TEST(MdnLoops, AreStoppedByTheLastTokenForGood) {
    const LoopReport report = run_loop(*find_loop("M1c"), *parse_machine("normal"));
    EXPECT_EQ(report.updates, 300U);
    EXPECT_EQ(report.busy + report.idle, report.window);
}

// C84, in numbers: a timer goes on while the page is hidden, and a poke comes when it is over.
TEST(MdnLoops, WithATimerGoOnWhileThePageIsHidden) {
    RunOptions options;
    options.window = std::chrono::seconds(50);
    options.hidden = Stall{std::chrono::seconds(10), std::chrono::seconds(30)};
    for (const auto& [id, during] :
         std::vector<std::pair<const char*, std::size_t>>{{"M3a", 600}, {"M3b", 600}, {"M3c", 0}}) {
        Starts seen;
        const LoopReport report =
            run_loop(*find_loop(id), *parse_machine("normal"), options, &seen);
        const auto begin = std::upper_bound(seen.starts.begin(), seen.starts.end(),
                                            Flicks(std::chrono::seconds(10)) + milliseconds(1));
        const auto end = std::upper_bound(seen.starts.begin(), seen.starts.end(),
                                          Flicks(std::chrono::seconds(40)) + milliseconds(1));
        EXPECT_EQ(static_cast<std::size_t>(end - begin), during) << id;
        EXPECT_EQ(report.updates, 999U) << id;
        // The worker was at work on one more when the last picture before began.
        EXPECT_EQ(report.updates_per_frame_max, id == std::string("M3b") ? 601U : 600U) << id;
    }
}

// C76: pictures that cost R q^2 hold the rate of the screen until q bottoms out.
TEST(MdnLoops, ScaleTheirPicturesUntilTheyFit) {
    struct Ends : Game {
        void render(const Frame& frame) override {
            last_second += frame.end > Flicks(std::chrono::seconds(9)) ? 1 : 0;
        }
        int last_second = 0;
    };
    for (const auto& [machine, fps] : std::vector<std::pair<const char*, int>>{
             {"fast", 60}, {"normal", 60}, {"slow", 60}, {"floor", 30}, {"choked", 15}}) {
        Ends seen;
        run_loop(*find_loop("M4"), *parse_machine(machine), {}, &seen);
        EXPECT_EQ(seen.last_second, fps) << machine;
    }
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
