// SPDX-License-Identifier: MIT
// What came of C10 to C20, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NumberClaims, C10IsShown) {
    const ClaimResult result = measured_claim(number_claims(), "C10");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "0.10000000000000001 (bits 3fb999999999999a), off by +5.551e-18");
}

TEST(NumberClaims, C11C12C13AreShownToTheBit) {
    EXPECT_EQ(measured_claim(number_claims(), "C11").verdict, Verdict::shown);
    EXPECT_EQ(measured_claim(number_claims(), "C11").fails.values, Values{0x1.400000000002ap+3});
    EXPECT_EQ(measured_claim(number_claims(), "C11").holds.text, "10000 thousandths");
    EXPECT_EQ(measured_claim(number_claims(), "C12").verdict, Verdict::shown);
    EXPECT_EQ(measured_claim(number_claims(), "C12").fails.values, Values{0x1.3ffffffffffa1p+3});
    EXPECT_EQ(measured_claim(number_claims(), "C12").holds.text, "10000 thousandths");
    EXPECT_EQ(measured_claim(number_claims(), "C13").verdict, Verdict::shown);
    EXPECT_EQ(measured_claim(number_claims(), "C13").fails.text, "2.4336088699783431e-13");
}

TEST(NumberClaims, C14IsRefutedThoughTheArticlesPairBearsItOut) {
    const ClaimResult result = measured_claim(number_claims(), "C14");
    EXPECT_EQ(result.verdict, Verdict::refuted);
    EXPECT_EQ(result.holds.text, "40 fps +7.461e-14, 100 fps -1.688e-13");
    // Where not even that pair bears it out, nothing was measured; where all do, it is true.
    const auto& judge = find_claim(number_claims(), "C14").judge;
    EXPECT_EQ(judge(result.fails, {"", {2, 1}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {1, 2, 3}}, result.holds), Verdict::shown);
}

TEST(NumberClaims, C15IsShown) {
    const ClaimResult result = measured_claim(number_claims(), "C15");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text,
              "10000 and 10010 ms; 197 of 201 common instants differ, the first at 100 ms");
    EXPECT_EQ(result.holds.values, (Values{10'000, 10'000, 0, 201, 0}));
}

TEST(NumberClaims, C16IsShown) {
    const ClaimResult result = measured_claim(number_claims(), "C16");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{960.00000000000091, 960, 100, 960.00042724609375}));
    EXPECT_EQ(result.holds.values, (Values{960, 960}));
}

TEST(NumberClaims, C17IsRefutedAsALaw) {
    const ClaimResult result = measured_claim(number_claims(), "C17");
    EXPECT_EQ(result.verdict, Verdict::refuted);
    // It holds where the article looked: 10 against 100 fps, George against Fred.
    ASSERT_EQ(result.holds.values.size(), 4U);
    EXPECT_NEAR(result.holds.values[0], 1.95e-14, 5e-17);
    EXPECT_NEAR(result.holds.values[1], 1.69e-13, 5e-16);
    EXPECT_EQ(result.holds.values[2], 0);
    EXPECT_NEAR(result.holds.values[3], 9.09e-13, 5e-16);
    ASSERT_EQ(result.fails.values.size(), 4U);
    EXPECT_GT(result.fails.values[0], result.fails.values[1]);
    EXPECT_GT(result.fails.values[2], result.fails.values[3]);
    const auto& judge = find_claim(number_claims(), "C17").judge;
    EXPECT_EQ(judge(result.fails, {"", {1, 2, 3, 2}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {1, 2, 3, 4}}, result.holds), Verdict::shown);
}

TEST(NumberClaims, C18IsShownForConstantSpeedAlone) {
    const ClaimResult result = measured_claim(number_claims(), "C18");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_NEAR(result.fails.values[0] - result.fails.values[1], 0.5, 1e-12);
    EXPECT_NEAR(result.holds.values[0], result.holds.values[1], 1e-12);
}

TEST(NumberClaims, C19IsShown) {
    const ClaimResult result = measured_claim(number_claims(), "C19");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "10.000000000000075, 10, 9.9999999999999805, 10.000000000000004");
    EXPECT_EQ(result.holds.text, "10000, 10000, 10000, 10000");
}

TEST(NumberClaims, C20IsShown) {
    const ClaimResult result = measured_claim(number_claims(), "C20");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{650'000, 650'000}));
}

}  // namespace
}  // namespace tandem::tools::lab
