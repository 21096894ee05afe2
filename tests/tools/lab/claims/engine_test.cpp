// SPDX-License-Identifier: MIT
// C87 needs games that were hosted.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(EngineClaims, C87IsRefutedWhereTheOtherGameWasNeverHosted) {
    const Claim& claim = claim_of("C87");
    EXPECT_EQ(claim.judge({"", {0, 0, 0}}, claim.run_holds()), Verdict::refuted);
}

}  // namespace
}  // namespace tandem::tools::lab
