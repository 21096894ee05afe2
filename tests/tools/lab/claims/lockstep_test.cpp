// SPDX-License-Identifier: MIT
// C79 needs ticks that were compared, and ticks that were skipped.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LockstepClaims, C79TakesNoDesyncOfNoTicksForNone) {
    const Claim& claim = claim_of("C79");
    const ClaimResult result = run_claim(claim);
    ASSERT_EQ(result.fails.values.size(), 3U);
    Finding uncompared = result.fails;
    uncompared.values[2] = 0;
    EXPECT_EQ(claim.judge(uncompared, result.holds), Verdict::refuted);
    Finding played_on = result.holds;
    played_on.values = {0, 1'500, 0};
    EXPECT_EQ(claim.judge(result.fails, played_on), Verdict::refuted);
}

}  // namespace
}  // namespace tandem::tools::lab
