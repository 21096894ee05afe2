// SPDX-License-Identifier: MIT
// The claims about standing still come out as the articles say.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LockstepClaims, AreShown) {
    for (const Claim& claim : lockstep_claims()) {
        const ClaimResult result = run_claim(claim);
        EXPECT_EQ(result.verdict, Verdict::shown)
            << claim.id << ": " << result.fails.text << " | " << result.holds.text;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
