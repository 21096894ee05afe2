// SPDX-License-Identifier: MIT
// What came of C49 to C52, C57, C58 and C62, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(InterpolationClaims, C49DrawsTheCarAt530) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C49");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values{530});
    EXPECT_EQ(result.fails.text, "500; between the last two states 430, a tick late");
}

TEST(InterpolationClaims, C50DrawsTheBulletAt220) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C50");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values{220});
    EXPECT_EQ(result.fails.values, (Values{20, -180}));
}

TEST(InterpolationClaims, C51RepeatsFourPicturesOfFiveAt144Hertz) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C51");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_NEAR(result.fails.values[0], 82.6, 0.05);
    EXPECT_EQ(result.holds.values, Values{0});
}

TEST(InterpolationClaims, C52IsWrongForATickAtMostUnlessTheInterpolationIsNotClamped) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C52");
    EXPECT_EQ(result.verdict, Verdict::shown);
    ASSERT_EQ(result.fails.values.size(), 4U);
    EXPECT_EQ(result.fails.values[0], 46.125);
    EXPECT_EQ(result.fails.values[1], 4'612.5);
    EXPECT_NEAR(result.fails.values[3], 126, 0.5) << "over three ticks";
    ASSERT_EQ(result.holds.values.size(), 7U);
    EXPECT_NEAR(result.holds.values[3], 13, 0.5) << "a frame";
    Values exact = result.holds.values;
    exact.erase(exact.begin() + 3);
    EXPECT_EQ(exact, (Values{1, 100, 50, 50, 20, 0}));
}

TEST(InterpolationClaims, C52IsDecidedByTheDurationToo) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C52");
    const auto& judge = find_claim(interpolation_claims(), "C52").judge;
    Finding brief = result.fails;
    brief.values[3] = 40;
    EXPECT_EQ(judge(brief, result.holds), Verdict::refuted);
    Finding lasting = result.holds;
    lasting.values[3] = 41;
    EXPECT_EQ(judge(result.fails, lasting), Verdict::refuted);
}

TEST(InterpolationClaims, C57LeavesTheStateAloneHoweverLongAPictureTakes) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C57");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{0, 624, 0, 624, 0, 623, 0, 620}));
}

TEST(InterpolationClaims, C58StaysBelowOneOnlyForTheLag) {
    const ClaimResult result = measured_claim(interpolation_claims(), "C58");
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
    EXPECT_EQ(measured_claim(interpolation_claims(), "C62").verdict, Verdict::not_testable);
}

}  // namespace
}  // namespace tandem::tools::lab
