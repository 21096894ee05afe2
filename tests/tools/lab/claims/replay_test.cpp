// SPDX-License-Identifier: MIT
// The claims about recordings come out as the articles say.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayClaims, AreShown) {
    ASSERT_EQ(replay_claims().size(), 7U);
    for (const Claim& claim : replay_claims()) {
        const ClaimResult result = run_claim(claim);
        EXPECT_EQ(result.verdict, Verdict::shown)
            << claim.id << ": " << result.fails.text << " | " << result.holds.text;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
