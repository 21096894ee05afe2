// SPDX-License-Identifier: MIT
// What came of C33 to C42, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NapClaims, C33Runs250UpdatesWithGapsOf40Milliseconds) {
    const ClaimResult result = measured_claim(nap_claims(), "C33");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text,
              "fast 250 updates, worst gap 40 ms; normal 250 updates, worst gap 40 ms");
}

TEST(NapClaims, C34IsSlowOnASlowMachineAndFourTimesTooFastAfterAStall) {
    const ClaimResult result = measured_claim(nap_claims(), "C34");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{0.4, 4, 0}));
    EXPECT_EQ(result.fails.text,
              "slow 0.4; after the stall 10 updates in 100 ms, 4 times the speed for 630 ms, 0 s "
              "behind for good");
    EXPECT_NEAR(result.holds.values[2], 2, 0.08) << "what the pause costs";
    const auto& judge = find_claim(nap_claims(), "C34").judge;
    EXPECT_EQ(judge({"", {0.4, 1, 0}}, result.holds), Verdict::refuted) << "slow alone";
    EXPECT_EQ(judge({"", {1, 4, 0}}, result.holds), Verdict::refuted) << "too fast alone";
}

TEST(NapClaims, C35Draws250Of5000Pictures) {
    const ClaimResult result = measured_claim(nap_claims(), "C35");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "L1: 250 pictures, busy 5 %");
    EXPECT_EQ(result.holds.values, (Values{5'000, 100}));
}

TEST(NapClaims, C36WorksLessUnderACap) {
    const ClaimResult result = measured_claim(nap_claims(), "C36");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{100, 100}));
    ASSERT_EQ(result.holds.values.size(), 3U);
    EXPECT_EQ(result.holds.values[0], 25);
    EXPECT_EQ(result.holds.values[1], 62.5);
    EXPECT_NEAR(result.holds.values[2], 47.5, 0.1) << "sim::GameLoop with its power cap";
}

TEST(NapClaims, C37AndC39SlowDownAboveTheirFrame) {
    EXPECT_EQ(measured_claim(nap_claims(), "C37").verdict, Verdict::shown);
    EXPECT_EQ(measured_claim(nap_claims(), "C37").fails.values, Values{0.16});
    EXPECT_EQ(measured_claim(nap_claims(), "C37").holds.values, (Values{1, 1}));
    EXPECT_EQ(measured_claim(nap_claims(), "C39").verdict, Verdict::shown);
    EXPECT_EQ(measured_claim(nap_claims(), "C39").fails.values, Values{0.2});
    EXPECT_EQ(measured_claim(nap_claims(), "C39").holds.values, (Values{1, 1}));
}

TEST(NapClaims, C38SleepsFor49DaysWhereANegativeNapIsUnsigned) {
    const ClaimResult result = measured_claim(nap_claims(), "C38");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "sleeps for 49.7 days; 1 update in 10 s");
    EXPECT_EQ(result.holds.text,
              "asks for -84 ms in 100 frames and goes on at once; 100 updates in 10 s");
}

TEST(NapClaims, C40IsTheOperatingSystemsAndHasArmsOnTheRealClock) {
    const ClaimResult result = measured_claim(nap_claims(), "C40");
    EXPECT_EQ(result.verdict, Verdict::not_testable);
    const Claim claim = find_claim(nap_claims(), "C40");
    ASSERT_TRUE(claim.real);
    const auto& judge = claim.real->judge;
    // Median and maximum of what was slept, and of what was spun.
    const Finding precise{"", {0.06, 3.9}};
    const Finding dated{"", {10, 100}};
    const Finding once{"", {0.06, 100}};
    const Finding spun{"", {0, 0}};
    const Finding interrupted{"", {0, 100}};
    EXPECT_EQ(judge(precise, spun), Verdict::refuted);
    EXPECT_EQ(judge(dated, spun), Verdict::shown);
    EXPECT_EQ(judge(once, spun), Verdict::shown) << "as much as, once";
    EXPECT_EQ(judge(once, interrupted), Verdict::not_testable) << "it was not the sleep";
    EXPECT_EQ(judge(spun, precise), Verdict::not_testable);
}

TEST(NapClaims, C41IsNotTestableWhereNoSleepCanBeLate) {
    const ClaimResult result = measured_claim(nap_claims(), "C41");
    EXPECT_EQ(result.verdict, Verdict::not_testable);
    const Claim claim = find_claim(nap_claims(), "C41");
    EXPECT_NE(claim.why_not_testable.find("exact by construction"), std::string_view::npos);
    EXPECT_TRUE(claim.real);
}

TEST(NapClaims, C41IsJudgedByTheBetterSleepAndNotByNoise) {
    const Claim claim = find_claim(nap_claims(), "C41");
    ASSERT_TRUE(claim.real);
    const auto& judge = claim.real->judge;
    // The drift of one sleep and of absolute deadlines, and that of naps, as one machine had them.
    EXPECT_EQ(judge({"", {476.4, 4}}, {"", {133.9}}), Verdict::refuted);
    EXPECT_EQ(judge({"", {476.4, 400}}, {"", {133.9}}), Verdict::shown);
    EXPECT_EQ(judge({"", {476.4, 4}}, {"", {23}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {20, 20}}, {"", {1}}), Verdict::not_testable);
}

TEST(NapClaims, C42Draws600AndWithSwapInterval2Half) {
    const ClaimResult result = measured_claim(nap_claims(), "C42");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text, "W3: 600, 600; swap interval 2: 300");
}

}  // namespace
}  // namespace tandem::tools::lab
