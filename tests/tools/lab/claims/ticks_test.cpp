// SPDX-License-Identifier: MIT
// What came of C53 to C55 and C59 to C61, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(TickClaims, C53SpiralsWhereAnUpdateCostsMoreThanItsTick) {
    const ClaimResult result = measured_claim(tick_claims(), "C53");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_TRUE(
        result.fails.text.starts_with("G2: 0, 3, 12, 41, 131, 413, 1293 updates a frame, "));
    ASSERT_EQ(result.fails.values.size(), 4U);
    EXPECT_NEAR(result.fails.values[0], 50.0 / 16, 0.01);
    EXPECT_NEAR(result.fails.values[1], 1.5, 0.01);
    EXPECT_EQ(result.fails.values[2], 1);
    // The article's doubles; in exact time the eighth frame of W2 has 44 and the ninth 67.
    EXPECT_NE(result.fails.text.find("W2: 0, 1, 3, 6, 11, 18, 28, 43, 66, 101"), std::string::npos)
        << result.fails.text;
    EXPECT_EQ(result.holds.text, "G2 8, W2 4, M2 3 updates a frame at most");
}

TEST(TickClaims, C54SlowsDownInPlaceOfFreezing) {
    const ClaimResult result = measured_claim(tick_claims(), "C54");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 6'600);
    ASSERT_EQ(result.holds.values.size(), 3U);
    EXPECT_EQ(result.holds.values[0], 300);
    EXPECT_EQ(result.holds.values[1], 300);
    EXPECT_NEAR(result.holds.values[2], 80.0 / 300, 0.002);
}

TEST(TickClaims, C55TradesUpdatesForJumps) {
    const ClaimResult result = measured_claim(tick_claims(), "C55");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{250, 40, 199, 50}));
    EXPECT_EQ(result.holds.values, (Values{624, 16, 500, 20}));
}

TEST(TickClaims, C59SkipsFramesAndKeepsTheSpeed) {
    const ClaimResult result = measured_claim(tick_claims(), "C59");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text,
              "W2: 0.99; fast: 299 updates, 500 frames, 300 distinct, busy 8 %; normal: 299 "
              "updates, 500 frames, 300 distinct, busy 48 %");
}

TEST(TickClaims, C60NeedsAHundredAndOneUpdatesInFloat) {
    const ClaimResult result = measured_claim(tick_claims(), "C60");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "100 updates: 0.999999344; white at update 101, 3.37 s");
    EXPECT_EQ(result.holds.values, (Values{1, 100}));
}

TEST(TickClaims, C61HoldsTheSpeedFromUPlusRPerFrameOn) {
    const ClaimResult result = measured_claim(tick_claims(), "C61");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // c tick / (c U + R) on slow, ten a frame; then 200 / 210 twice.
    const Values expected{50.0 / 136,  100.0 / 136, 120.0 / 136,
                          130.0 / 136, 200.0 / 210, 200.0 / 210};
    ASSERT_EQ(result.fails.values.size(), 16U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.fails.values[i], expected[i], 0.003);
    }
    ASSERT_EQ(result.holds.values.size(), 16U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.holds.values[i], 1, 0.003);
    }
    // Without a cap: the speed, the longest frame of 50 s and of 100, by the same loop in Python.
    const auto from_sixth = [](const Finding& finding) {
        return Values(finding.values.begin() + 6, finding.values.end() - 1);
    };
    EXPECT_EQ(from_sixth(result.fails),
              (Values{0.49568, 24'480, 49'056, 0.7392, 11'808, 21'216, 0.9568, 2'976, 4'320}));
    EXPECT_EQ(from_sixth(result.holds),
              (Values{0.9956, 480, 480, 0.99744, 288, 288, 0.9984, 192, 192}));
    // Too few waste what fast could do.
    EXPECT_NEAR(result.fails.values.back(), 5, 0.1);
    EXPECT_NEAR(result.holds.values.back(), 100, 0.1);
}

}  // namespace
}  // namespace tandem::tools::lab
