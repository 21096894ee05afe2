// SPDX-License-Identifier: MIT
// What came of C28 to C32, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(VariableStepClaims, C28IsShownForItIsTrue) {
    const ClaimResult result = measured_claim(variable_step_claims(), "C28");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{0.9998, 0.999, 0.99}));
    EXPECT_EQ(result.fails.values, (Values{5, 1, 0.1}));
}

TEST(VariableStepClaims, C29TakesAStallAsOneStepOf2010Milliseconds) {
    const ClaimResult result = measured_claim(variable_step_claims(), "C29");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, Values{2'010});
    EXPECT_EQ(result.holds.text, "50 late steps of 40 ms at most");
    EXPECT_EQ(result.holds.values, (Values{40, 50}));
}

TEST(VariableStepClaims, C30HasNoStepIn4360Of5000FramesOfACoarseClock) {
    const ClaimResult result = measured_claim(variable_step_claims(), "C30");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 4'360);
    EXPECT_EQ(result.holds.values, (Values{0, 0, 500}));
}

TEST(VariableStepClaims, C31IsDisturbedByAWallClockAlone) {
    const ClaimResult result = measured_claim(variable_step_claims(), "C31");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // Set back after five of ten seconds: an hour less a frame back, and half of the updates.
    EXPECT_EQ(result.fails.values[0], -3'600'000 + 10);
    EXPECT_EQ(result.fails.values[2], 250);
    // Set forward: an hour and a frame, and many updates.
    EXPECT_EQ(result.fails.values[4], 3'600'000 + 10);
    EXPECT_GT(result.fails.values[5], 2'500);
    EXPECT_EQ(result.holds.values, (Values{0, 10, 500}));
}

TEST(VariableStepClaims, C32IsNotTestable) {
    EXPECT_EQ(measured_claim(variable_step_claims(), "C32").verdict, Verdict::not_testable);
}

}  // namespace
}  // namespace tandem::tools::lab
