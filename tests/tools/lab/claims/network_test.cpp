// SPDX-License-Identifier: MIT
// What came of C88, against the inventory and over sockets.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NetworkClaims, C88APollOfNoWaitHoldsNoFrameUp) {
    const ClaimResult result = measured_claim(network_claims(), "C88");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 250);
    EXPECT_EQ(result.holds.values[0], 10);
    EXPECT_EQ(result.holds.values[1], 39);  // four a second, the last not looked for
}

TEST(NetworkClaims, C88HasSocketsOnTheRealClockWhereNoiseDecidesNothing) {
    const Claim claim = find_claim(network_claims(), "C88");
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
