// SPDX-License-Identifier: MIT
// The claims about standing still come out as the articles say.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LockstepClaims, AreShown) {
    for (const Claim& claim : lockstep_claims()) {
        const ClaimResult result = run_claim(claim);
        EXPECT_EQ(result.verdict, Verdict::shown)
            << claim.id << ": " << result.fails.text << " | " << result.holds.text;
    }
}

TEST(LockstepClaims, C79TakesNoDesyncOfNoTicksForNone) {
    const Claim claim = find_claim(lockstep_claims(), "C79");
    const ClaimResult result = run_claim(claim);
    ASSERT_EQ(result.fails.values.size(), 3U);
    EXPECT_EQ(result.holds.values, (std::vector<double>{0, 1, 1'499}));
    Finding uncompared = result.fails;
    uncompared.values[2] = 0;
    EXPECT_EQ(claim.judge(uncompared, result.holds), Verdict::refuted);
    Finding played_on = result.holds;
    played_on.values = {0, 1'500, 0};
    EXPECT_EQ(claim.judge(result.fails, played_on), Verdict::refuted);
}

}  // namespace
}  // namespace tandem::tools::lab
