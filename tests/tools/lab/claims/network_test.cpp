// SPDX-License-Identifier: MIT
// C88 over sockets.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NetworkClaims, C88HasSocketsOnTheRealClockWhereNoiseDecidesNothing) {
    const Claim& claim = claim_of("C88");
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
