// SPDX-License-Identifier: MIT
// C52 is about how far a picture is wrong and about how long.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

// The tick is 40 ms.
TEST(InterpolationClaims, C52IsDecidedByTheDurationToo) {
    const ClaimResult result = run_claim(claim_of("C52"));
    const auto& judge = claim_of("C52").judge;
    Finding brief = result.fails;
    brief.values.at(3) = 40;
    EXPECT_EQ(judge(brief, result.holds), Verdict::refuted);
    Finding lasting = result.holds;
    lasting.values.at(3) = 41;
    EXPECT_EQ(judge(result.fails, lasting), Verdict::refuted);
}

}  // namespace
}  // namespace tandem::tools::lab
