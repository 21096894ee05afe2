// SPDX-License-Identifier: MIT
// What came of C72, C73, C75, C77, C78 and C88, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

using Values = std::vector<double>;

TEST(InputClaims, C72WithoutInputAnEventLoopStandsStill) {
    const ClaimResult result = measured_claim(input_claims(), "C72");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{10, 0, 1}));
    EXPECT_EQ(result.holds.values, (Values{624, 624, 100}));
}

TEST(InputClaims, C73PicturesGoOnAndTheStateChangesOnTurnsAlone) {
    const ClaimResult result = measured_claim(input_claims(), "C73");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{0, 0, 10, 10}));
    EXPECT_EQ(result.holds.values, (Values{20, 0, 600, 10}));
}

TEST(InputClaims, C75NoFrameFollowsTheLastTokenAndAStaleOneStopsNothing) {
    const ClaimResult result = measured_claim(input_claims(), "C75");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values(8, 0));
    // A second at 60 Hz; from inside, the frame that stops has begun before.
    EXPECT_EQ(result.fails.values, (Values{60, 59, 60, 59}));
}

TEST(InputClaims, C77InputWaitsHalfATickAndAtMostOne) {
    const ClaimResult result = measured_claim(input_claims(), "C77");
    EXPECT_EQ(result.verdict, Verdict::shown);
    const Values expected{25, 50, 20, 40, 10, 20};
    ASSERT_EQ(result.fails.values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.fails.values[i], expected[i], 0.01);
    }
    ASSERT_EQ(result.holds.values.size(), 2U);
    EXPECT_NEAR(result.holds.values[0], 1, 0.01);
    EXPECT_NEAR(result.holds.values[1], 2, 0.01);
}

TEST(InputClaims, C78EveryTickIsARefreshLateWithGreaterAndNoneWithGreaterOrEqual) {
    const ClaimResult result = measured_claim(input_claims(), "C78");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "first update at 66.67 ms, each 16.67 ms late, 199 updates");
    EXPECT_EQ(result.holds.text, "first update at 50 ms, each 0 ms late, 199 updates");
}

TEST(InputClaims, C88APollOfNoWaitHoldsNoFrameUp) {
    const ClaimResult result = measured_claim(input_claims(), "C88");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 250);
    EXPECT_EQ(result.holds.values[0], 10);
    EXPECT_EQ(result.holds.values[1], 39);  // four a second, the last not looked for
}

TEST(InputClaims, C88HasSocketsOnTheRealClockWhereNoiseDecidesNothing) {
    const Claim claim = find_claim(input_claims(), "C88");
    ASSERT_TRUE(claim.real);
    EXPECT_NE(claim.holds.find("simulated network"), std::string_view::npos);
    EXPECT_NE(claim.real->holds.find("sockets"), std::string_view::npos);
    const auto& judge = claim.real->judge;
    // The longest frame, and the packets.
    EXPECT_EQ(judge({"", {251, 12}}, {"", {11, 11}}), Verdict::shown);
    EXPECT_EQ(judge({"", {12, 12}}, {"", {11, 11}}), Verdict::refuted);
    EXPECT_EQ(judge({"", {251, 12}}, {"", {130, 11}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {251, 12}}, {"", {11, 0}}), Verdict::not_testable);
    EXPECT_EQ(judge({"", {0, 0}}, {"", {11, 11}}), Verdict::not_testable);
    const ClaimResult result = run_claim_for_real(claim);
    EXPECT_GT(result.fails.values[1], 0) << "packets came over the sockets";
    EXPECT_GT(result.holds.values[1], 0);
}

}  // namespace
}  // namespace tandem::tools::lab
