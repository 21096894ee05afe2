// SPDX-License-Identifier: MIT
// Logs of loops: what ran, and that unevenness is drawn from its seed alone.
#include <tandem/tools/lab/replay/frame_log.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(FrameLogTest, HasEveryUpdateOfALoop) {
    const FrameLog log = log_loop(*find_loop("L3"), *parse_machine("slow"));
    ASSERT_EQ(log.updates.size(), 498U);
    EXPECT_EQ(log.report.frames, 83U);
    for (const LoggedUpdate& update : log.updates) {
        EXPECT_EQ(update.step, milliseconds(20));
    }
}

std::vector<Flicks> steps(const FrameLog& log) {
    std::vector<Flicks> all;
    for (const LoggedUpdate& update : log.updates) {
        all.push_back(update.step);
    }
    return all;
}

TEST(FrameLogTest, UnevenFramesComeAgainWithTheirSeedAndDifferWithAnother) {
    const auto run = [](std::optional<std::uint64_t> seed) {
        return steps(log_loop(*find_loop("L2"), *parse_machine("normal"),
                              {.window = milliseconds(500), .jitter_seed = seed}));
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
    EXPECT_NE(run(1), run(std::nullopt));
    for (const Flicks step : run(1)) {
        EXPECT_LE(step, Flicks(milliseconds(10)) + 2 * k_jitter + Flicks(milliseconds(1)));
    }
}

TEST(FrameLogTest, ARunOfTooManyStepsIsRefused) {
    EXPECT_THROW(
        log_loop(*find_loop("L0"), *parse_machine("0:0.01"), {.window = std::chrono::hours(1)}),
        RunTooLong);
}

TEST(FrameLogTest, KeysAreATimesNotAFrames) {
    EXPECT_EQ(keys_at(milliseconds(1'000)), keys_at(milliseconds(1'019)));
    std::set<std::uint8_t> seen;
    for (int look = 0; look < 200; ++look) {
        seen.insert(keys_at(look * milliseconds(100)));
    }
    EXPECT_GT(seen.size(), 4U);
}

}  // namespace
}  // namespace tandem::tools::lab
