// SPDX-License-Identifier: MIT
// What came of C72, C73, C75, C77 and C78, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

using Values = std::vector<double>;

TEST(InputClaims, C72WithoutInputAnEventLoopStandsStill) {
    const ClaimResult result = measured_claim(input_claims(), "C72");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{10, 0, 1}));
    EXPECT_EQ(result.holds.values, (Values{624, 624, 100}));
}

TEST(InputClaims, C73PicturesGoOnAndTheStateChangesOnTurnsAlone) {
    const ClaimResult result = measured_claim(input_claims(), "C73");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{0, 0, 10, 10}));
    EXPECT_EQ(result.holds.values, (Values{20, 0, 600, 10}));
}

TEST(InputClaims, C75NoFrameFollowsTheLastTokenAndAStaleOneStopsNothing) {
    const ClaimResult result = measured_claim(input_claims(), "C75");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, Values(8, 0));
    // A second at 60 Hz; from inside, the frame that stops has begun before.
    EXPECT_EQ(result.fails.values, (Values{60, 59, 60, 59}));
}

TEST(InputClaims, C77InputWaitsHalfATickAndAtMostOne) {
    const ClaimResult result = measured_claim(input_claims(), "C77");
    EXPECT_EQ(result.verdict, Verdict::shown);
    const Values expected{25, 50, 20, 40, 10, 20};
    ASSERT_EQ(result.fails.values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.fails.values[i], expected[i], 0.01);
    }
    ASSERT_EQ(result.holds.values.size(), 2U);
    EXPECT_NEAR(result.holds.values[0], 1, 0.01);
    EXPECT_NEAR(result.holds.values[1], 2, 0.01);
}

TEST(InputClaims, C78EveryTickIsARefreshLateWithGreaterAndNoneWithGreaterOrEqual) {
    const ClaimResult result = measured_claim(input_claims(), "C78");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "first update at 66.67 ms, each 16.67 ms late, 199 updates");
    EXPECT_EQ(result.holds.text, "first update at 50 ms, each 0 ms late, 199 updates");
}

}  // namespace
}  // namespace tandem::tools::lab
