// SPDX-License-Identifier: MIT
// What came of C49 to C52, C57, C58 and C62, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

ClaimResult measured(std::string_view id) { return measured_claim(interpolation_claims(), id); }
using Values = std::vector<double>;

TEST(InterpolationClaims, C49DrawsTheCarAt530) {
    const ClaimResult result = measured("C49");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values{530});
    EXPECT_EQ(result.fails.text, "500; between the last two states 430, a tick late");
}

TEST(InterpolationClaims, C50DrawsTheBulletAt220) {
    const ClaimResult result = measured("C50");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values{220});
    EXPECT_EQ(result.fails.values, Values{20});
}

TEST(InterpolationClaims, C51RepeatsFourPicturesOfFiveAt144Hertz) {
    const ClaimResult result = measured("C51");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_NEAR(result.fails.values[0], 82.6, 0.05);
    EXPECT_EQ(result.holds.values, Values{0});
}

TEST(InterpolationClaims, C52IsWrongForHalfATickUnlessTheInterpolationIsNotClamped) {
    const ClaimResult result = measured("C52");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{46.125, 4'612.5}));
    EXPECT_EQ(result.holds.values, (Values{1, 100, 20}));
    EXPECT_TRUE(result.holds.text.starts_with("at a wall 50 px beyond for 20 ms, blended 0;"))
        << result.holds.text;
}

TEST(InterpolationClaims, C57LeavesTheStateAloneHoweverLongAPictureTakes) {
    const ClaimResult result = measured("C57");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{0, 0, 0, 0}));
}

TEST(InterpolationClaims, C58StaysBelowOneOnlyForTheLag) {
    const ClaimResult result = measured("C58");
    EXPECT_EQ(result.verdict, Verdict::shown);
    ASSERT_EQ(result.fails.values.size(), 4U);
    EXPECT_GT(result.fails.values[0], 0);  // L4: (0, 1]
    EXPECT_EQ(result.fails.values[1], 1);
    EXPECT_EQ(result.fails.values[2], 0);  // M2: [0, 1]
    EXPECT_EQ(result.fails.values[3], 1);
    EXPECT_EQ(result.holds.values[0], 0);
    EXPECT_LT(result.holds.values[1], 1);
}

TEST(InterpolationClaims, C62IsNotTestable) {
    EXPECT_EQ(measured("C62").verdict, Verdict::not_testable);
}

}  // namespace
}  // namespace tandem::tools::lab
