// SPDX-License-Identifier: MIT
// C34 is two things at once; C40 and C41 are decided on the real clock, and never by noise.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NapClaims, C34NeedsASlowMachineAndAStall) {
    const Claim& claim = claim_of("C34");
    const Finding even = claim.run_holds();
    EXPECT_EQ(claim.judge({"", {0.4, 1, 0}}, even), Verdict::refuted) << "slow alone";
    EXPECT_EQ(claim.judge({"", {1, 4, 0}}, even), Verdict::refuted) << "too fast alone";
}

TEST(NapClaims, C40IsTheOperatingSystemsAndHasArmsOnTheRealClock) {
    const Claim& claim = claim_of("C40");
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
    const Claim& claim = claim_of("C41");
    EXPECT_NE(claim.why_not_testable.find("exact by construction"), std::string_view::npos);
    EXPECT_TRUE(claim.real);
}

TEST(NapClaims, C41IsJudgedByTheBetterSleepAndNotByNoise) {
    const Claim& claim = claim_of("C41");
    ASSERT_TRUE(claim.real);
    const auto& judge = claim.real->judge;
    // The drift of one sleep and of absolute deadlines, and that of naps, as one machine had them.
    EXPECT_EQ(judge({"", {476.4, 4}}, {"", {133.9}}), Verdict::refuted);
    EXPECT_EQ(judge({"", {476.4, 400}}, {"", {133.9}}), Verdict::shown);
    EXPECT_EQ(judge({"", {476.4, 4}}, {"", {23}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {20, 20}}, {"", {1}}), Verdict::not_testable);
}

}  // namespace
}  // namespace tandem::tools::lab
