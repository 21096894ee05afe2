// SPDX-License-Identifier: MIT
// Which states and parts of ticks a film shows.
#include <tandem/tools/formats/frame_steps.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

struct MomentsShown {
    std::uint64_t ticks_done;
    std::uint64_t microseconds;
    sim::Alpha alpha;
};

std::vector<MomentsShown> shown(FrameSteps frames) {
    std::vector<MomentsShown> all;
    for (;; frames.next()) {
        all.push_back({frames.ticks_done(), frames.microseconds(), frames.alpha()});
        if (frames.is_last()) {
            return all;
        }
    }
}

TEST(FrameSteps, ShowBothEndsAndEveryTickAtItsOwnRate) {
    const auto frames = shown({{10, 16}, TickRate{60}, 60});
    ASSERT_EQ(frames.size(), 7U);
    for (std::uint64_t i = 0; i < 7; ++i) {
        EXPECT_EQ(frames[i].ticks_done, 10 + i);
        EXPECT_EQ(frames[i].microseconds, i * 1'000'000 / 60);
        EXPECT_EQ(frames[i].alpha, (sim::Alpha{1, 1}));
    }
}

TEST(FrameSteps, BetweenTwoTicksAPictureIsOnItsWayToTheLaterOne) {
    const auto frames = shown({{0, 2}, TickRate{20}, 60});
    ASSERT_EQ(frames.size(), 7U);
    EXPECT_EQ(frames[1].ticks_done, 1U);
    EXPECT_EQ(frames[1].alpha, (sim::Alpha{20, 60}));
    EXPECT_EQ(frames[2].alpha, (sim::Alpha{40, 60}));
    EXPECT_EQ(frames[3].alpha, (sim::Alpha{1, 1}));
    EXPECT_EQ(frames[4].ticks_done, 2U);
}

TEST(FrameSteps, HoursDoNotDrift) {
    const auto frames = shown({{0, 216'000}, TickRate{60}, 30});
    EXPECT_EQ(frames.size(), 108'001U);
    EXPECT_EQ(frames.back().ticks_done, 216'000U);
    EXPECT_EQ(frames.back().microseconds, 3'600'000'000U);
    const auto odd = shown({{0, 600'988}, TickRate{600'988, 10'000}, 60});
    EXPECT_EQ(odd.back().microseconds, 10'000'000'000U);
}

TEST(FrameSteps, TheLastStateIsShownWhateverTheRates) {
    for (const std::uint32_t fps : {1U, 7U, 24U, 60U, 240U}) {
        for (const TickRate rate : {TickRate{1}, TickRate{35}, TickRate{50, 3}, TickRate{1000}}) {
            const auto frames = shown({{5, 42}, rate, fps});
            EXPECT_EQ(frames.front().ticks_done, 5U);
            EXPECT_EQ(frames.back().ticks_done, 42U);
            EXPECT_EQ(frames.back().alpha, (sim::Alpha{1, 1}));
            for (std::size_t i = 1; i < frames.size(); ++i) {
                EXPECT_GE(frames[i].ticks_done, frames[i - 1].ticks_done);
            }
        }
    }
}

TEST(FrameSteps, NoTicksAreOnePicture) { EXPECT_EQ(shown({{7, 7}, TickRate{60}, 60}).size(), 1U); }

}  // namespace
}  // namespace tandem::tools
