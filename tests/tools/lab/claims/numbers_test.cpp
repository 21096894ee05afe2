// SPDX-License-Identifier: MIT
// The two refuted claims would be shown by a law, and decide nothing where their own pairs fail.
#include <gtest/gtest.h>

#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(NumberClaims, C14AndC17AreDecidedByTheArticlesPairsAndByALaw) {
    struct Case {
        const char* id;
        std::vector<double> law;
        std::vector<double> broken_pair;
    };
    for (const auto& [id, law, broken_pair] :
         {Case{"C14", {1, 2, 3}, {2, 1}}, Case{"C17", {1, 2, 3, 4}, {1, 2, 3, 2}}}) {
        const Claim& claim = claim_of(id);
        const ClaimResult result = run_claim(claim);
        EXPECT_EQ(claim.judge(result.fails, {"", broken_pair}), Verdict::not_testable) << id;
        EXPECT_EQ(claim.judge({"", law}, result.holds), Verdict::shown) << id;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
