// SPDX-License-Identifier: MIT
// What came of C82 and C84, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(HiddenClaims, C82OneSpikeIsAGapAndManyAreAnOverload) {
    const ClaimResult result = measured_claim(hidden_claims(), "C82");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{1, 0, 600}));
    EXPECT_EQ(result.fails.values[0], 2);  // until the third frame in a row
    EXPECT_GT(result.fails.values[1], 50);
    EXPECT_EQ(result.fails.values[2], 11);
}

TEST(HiddenClaims, C84TimersGoOnAndAPokedWorkerSleeps) {
    const ClaimResult result = measured_claim(hidden_claims(), "C84");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "M3c: 0 ticks while hidden, 600 at once afterwards, same states");
    EXPECT_EQ(result.holds.values, (Values{600, 0, 999, 1, 600, 1, 999, 1}));
}

}  // namespace
}  // namespace tandem::tools::lab
