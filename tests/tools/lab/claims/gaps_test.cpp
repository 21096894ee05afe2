// SPDX-License-Identifier: MIT
// What came of C80 and C83, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(GapClaims, C80RepaysAtTheCostOfTheInventory) {
    const ClaimResult result = measured_claim(gap_claims(), "C80");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text,
              "M2 with >=: 600 ticks, one frame of 600 ms of updates; L4 750 ticks, repaid in 2244 "
              "ms at 14.3 times the speed; L3 1500 ticks, repaid in 3140 ms at 10.5 times the "
              "speed; L1 750 ticks, repaid in 9960 ms at 4 times the speed");
    EXPECT_EQ(result.holds.values, (std::vector<double>{1'875, -1, 750, -1}));
}

TEST(GapClaims, C83SpreadsFramesUnlessTheWorkIsSpread) {
    const ClaimResult result = measured_claim(gap_claims(), "C83");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "frames every 32 to 48 ms; fast works at the same ticks");
    EXPECT_EQ(result.holds.text, "frames every 40 ms; fast works at the same ticks");
}

}  // namespace
}  // namespace tandem::tools::lab
