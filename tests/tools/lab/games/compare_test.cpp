// SPDX-License-Identifier: MIT
// Comparisons of runs.
#include <tandem/tools/lab/games/compare.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

TEST(Compare, CountsWhatBothHave) {
    const Comparison comparison = compare({1, 2, 3, 4}, {1, 9, 3, 8, 5});
    EXPECT_EQ(comparison.compared, 4U);
    EXPECT_EQ(comparison.differing, 2U);
    EXPECT_EQ(comparison.first, 1U);
    EXPECT_FALSE(compare({1}, {1, 2}).first);
    EXPECT_EQ(compare({}, {1}).compared, 0U);
}

TEST(SameStates, AreComparedAtEveryCommonTickAndNeverWithNothing) {
    EXPECT_TRUE(same_states({{1, 2, 3}, {1, 2}, {1, 2, 3}}).same);
    EXPECT_EQ(same_states({{1, 2, 3}, {1, 2}, {1, 2, 3}}).ticks, 2U);
    EXPECT_FALSE(same_states({{1, 2, 3}, {1, 2}, {1, 2, 4}}).same);
    EXPECT_FALSE(same_states({{1, 2, 3}, {}}).same);
    EXPECT_FALSE(same_states({{1, 2, 3}}).same);
    EXPECT_FALSE(same_states({}).same);
}

}  // namespace
}  // namespace tandem::tools::lab
