// SPDX-License-Identifier: MIT
// What came of C43 to C48, C53 to C56 and C59 to C61, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

ClaimResult measured(std::string_view id) { return measured_claim(catch_up_claims(), id); }
using Values = std::vector<double>;

TEST(CatchUpClaims, C43Runs500UpdatesAndAllFramesThatFit) {
    const ClaimResult result = measured("C43");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text, "L3: 500, 500 updates, 9500, 1055 frames");
    // (T - N U) / R
    EXPECT_EQ((10'000 - 500 * 1) / 1, 9'500);
    EXPECT_EQ((10'000 - 500 * 1) / 9, 1'055);
}

TEST(CatchUpClaims, C44DrawsMostPicturesAgainWithoutInterpolation) {
    const ClaimResult result = measured("C44");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "L3: 94.7, 52.5 % identical");
    EXPECT_EQ(result.holds.values, (Values{0, 0}));
}

TEST(CatchUpClaims, C45SlowsDownOnlyUnderFiveFramesASecond) {
    const ClaimResult result = measured("C45");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // The least is at 436 ms a frame: 200 / 436.
    ASSERT_EQ(result.fails.values.size(), 2U * 30);
    double least = 1;
    for (std::size_t i = 0; i < result.fails.values.size(); i += 2) {
        least = std::min(least, result.fails.values[i]);
    }
    EXPECT_NEAR(least, 200.0 / 436, 0.003);
    for (std::size_t i = 0; i < result.holds.values.size(); i += 2) {
        EXPECT_NEAR(result.holds.values[i], 1, 0.003);
    }
}

TEST(CatchUpClaims, C46KeepsTheSpeedAtEightFramesASecond) {
    const ClaimResult result = measured("C46");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{0.996, 0.9936}));
    EXPECT_NE(result.holds.text.find("worst gap 120 ms"), std::string::npos);
    EXPECT_NE(result.holds.text.find("worst gap 128 ms"), std::string::npos);
}

TEST(CatchUpClaims, C47RunsAllUpdatesAtFifteenFramesASecond) {
    const ClaimResult result = measured("C47");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_TRUE(result.holds.text.starts_with("L4: 1, 250 updates, 15 FPS")) << result.holds.text;
    EXPECT_NEAR(result.fails.values[0], 40.0 / 64, 0.004);
}

TEST(CatchUpClaims, C48RunsTheStateAlikeAtAnyFrameRate) {
    const ClaimResult result = measured("C48");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text, "L4: 250, 250, 248 updates, 9750, 1083, 93 frames");
}

TEST(CatchUpClaims, C53SpiralsWhereAnUpdateCostsMoreThanItsTick) {
    const ClaimResult result = measured("C53");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{0, 3, 12, 41, 131, 413, 1'293}));
    EXPECT_NEAR(1'293.0 / 413, 50.0 / 16, 0.01);
    EXPECT_NE(result.fails.text.find("W2: 0, 1, 3, 6, 11"), std::string::npos);
    EXPECT_NE(result.fails.text.find("growing 1.5 times"), std::string::npos);
    EXPECT_EQ(result.holds.text, "G2: 8 updates a frame at most");
}

TEST(CatchUpClaims, C54SlowsDownInPlaceOfFreezing) {
    const ClaimResult result = measured("C54");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 6'600);
    EXPECT_EQ(result.holds.values, (Values{300, 300}));
    EXPECT_NE(result.holds.text.find("speed 0.266"), std::string::npos);
}

TEST(CatchUpClaims, C55TradesUpdatesForJumps) {
    const ClaimResult result = measured("C55");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{250, 40, 199, 50}));
    EXPECT_EQ(result.holds.values, (Values{624, 16, 500, 20}));
}

TEST(CatchUpClaims, C56KeepsTheSpeedOnceRenderingIsPulledOut) {
    const ClaimResult result = measured("C56");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, Values{0.16});
    EXPECT_EQ(result.holds.values, Values{0.9936});
}

TEST(CatchUpClaims, C59SkipsFramesAndKeepsTheSpeed) {
    const ClaimResult result = measured("C59");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text,
              "W2: 0.99; fast and normal: 299 updates, 500 frames, 300 distinct, busy 8 and 48 %");
}

TEST(CatchUpClaims, C60NeedsAHundredAndOneUpdatesInFloat) {
    const ClaimResult result = measured("C60");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "100 updates: 0.999999344; white at update 101, 3.37 s");
    EXPECT_EQ(result.holds.values, (Values{1, 100}));
}

TEST(CatchUpClaims, C61HoldsTheSpeedFromUPlusRPerFrameOn) {
    const ClaimResult result = measured("C61");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // c tick / (c U + R) on slow, ten a frame; then 200 / 210 twice.
    const Values expected{50.0 / 136,  100.0 / 136, 120.0 / 136,
                          130.0 / 136, 200.0 / 210, 200.0 / 210};
    ASSERT_EQ(result.fails.values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.fails.values[i], expected[i], 0.003);
    }
    ASSERT_EQ(result.holds.values.size(), 6U);
    for (const double ratio : result.holds.values) {
        EXPECT_NEAR(ratio, 1, 0.003);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
