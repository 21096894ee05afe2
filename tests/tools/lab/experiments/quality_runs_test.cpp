// SPDX-License-Identifier: MIT
// Runs at a quality count what they draw and never touch the game.
#include <tandem/tools/lab/experiments/quality_runs.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

TEST(QualityRuns, CostTheSquareOfTheirQuality) {
    const Loop& loop = *find_loop("M1");
    const Machine floor = *parse_machine("floor");
    const QualityRun full = run_at_quality(loop, floor, {}, 4);
    EXPECT_EQ(full.frame_cost, Flicks(std::chrono::milliseconds(400)));
    const QualityRun quarter = run_at_quality(loop, floor, {}, 1);
    // 28.75 ms, in quarters of a millisecond.
    EXPECT_EQ(4 * quarter.frame_cost, Flicks(std::chrono::milliseconds(115)));
    EXPECT_EQ(quarter.pictures_at_end, 30U);
    EXPECT_EQ(quarter.report.ratio(), 0.5);
    EXPECT_TRUE(same_states({full.hashes, quarter.hashes}).same);
}

TEST(QualityRuns, WithoutAQualityTellTheLoopsOwnChoice) {
    const QualityRun run = run_at_quality(*find_loop("M4"), *parse_machine("slow"), {});
    EXPECT_EQ(run.quarters, 1U);
    EXPECT_EQ(run.frame_cost, Flicks(std::chrono::milliseconds(10)));
    EXPECT_EQ(run.pictures_at_end, 60U);
    EXPECT_EQ(quality_text(run.quarters), "1/4");
}

TEST(QualityRuns, WithoutAnyPictureHaveNoQuality) {
    const QualityRun run = run_at_quality(*find_loop("M1"), *parse_machine("1:20000"), {});
    EXPECT_EQ(run.quarters, 0U);
    EXPECT_EQ(quality_text(run.quarters), "-");
}

}  // namespace
}  // namespace tandem::tools::lab
