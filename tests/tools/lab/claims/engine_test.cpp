// SPDX-License-Identifier: MIT
// What came of C86 and C87, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

using Values = std::vector<double>;

TEST(EngineClaims, C86ThreeSizesSetTheViewportOnceToTheLast) {
    const ClaimResult result = measured_claim(engine_claims(), "C86");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{1, 1'024, 1}));
    // All pictures after the thirty-first of 600.
    EXPECT_EQ(result.fails.values, (Values{569, 1'024, 1}));
}

TEST(EngineClaims, C87OneEngineServesTwoGames) {
    const ClaimResult result = measured_claim(engine_claims(), "C87");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{2, 2, 2}));
    EXPECT_EQ(result.fails.values, (Values{2, 0, 2}));
    // A game that was never hosted is refused by nobody.
    EXPECT_EQ(find_claim(engine_claims(), "C87").judge({"", {0, 0, 0}}, result.holds),
              Verdict::refuted);
}

}  // namespace
}  // namespace tandem::tools::lab
