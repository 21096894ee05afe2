// SPDX-License-Identifier: MIT
// What came of C70, C71, C74, C76 and C85, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

using Values = std::vector<double>;

TEST(PlatformClaims, C70SpeedIsTheHardwaresAndTheStateIsNot) {
    const ClaimResult result = measured_claim(platform_claims(), "C70");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{5, 1, 0.1, 1}));
    EXPECT_EQ(result.holds.values, (Values{0.9984, 0.9984, 0.9936, 1}));
    EXPECT_NE(result.fails.text.find("busy 100 %"), std::string::npos);
}

TEST(PlatformClaims, C71HardwareOfFiveTimesTheSpeedGivesFiveTimesTheGame) {
    const ClaimResult result = measured_claim(platform_claims(), "C71");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{1, 5}));
    EXPECT_EQ(result.holds.values, (Values{0.999, 0.999}));
}

TEST(PlatformClaims, C74SpeedIsTheScreensUnlessUpdatesStandApart) {
    const ClaimResult result = measured_claim(platform_claims(), "C74");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "M1: 0.5, 1, 1.25, 1.6667, 2, 2.4");
    EXPECT_EQ(result.holds.values, Values(6, 0.995));
}

TEST(PlatformClaims, C76QualityHoldsTheRateUntilItBottomsOut) {
    const ClaimResult result = measured_claim(platform_claims(), "C76");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{60, 60, 10, 2.5, 10}));
    EXPECT_EQ(result.holds.text,
              "M4: 60 at 1, 60 at 1, 60 at 1/4, 30 at 1/4, 15 at 1/4; with fixed ticks the same "
              "state at every quality");
}

TEST(PlatformClaims, C85FramesDifferAndStatesDoNot) {
    const ClaimResult result = measured_claim(platform_claims(), "C85");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // (T - N U) / R in whole, R of 1, 9 and 96 ms and of 1 ms more.
    EXPECT_EQ(result.holds.values, (Values{9'750, 1'083, 93, 4'875, 975, 92, 1}));
    EXPECT_EQ(result.fails.values, (Values{5'000, 1'000, 100, 0}));
}

}  // namespace
}  // namespace tandem::tools::lab
