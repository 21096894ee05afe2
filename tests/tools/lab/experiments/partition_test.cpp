// SPDX-License-Identifier: MIT
// One stretch of time in few and in many steps.
#include <tandem/tools/lab/experiments/partition.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(Partition, C16FredAndGeorgeDisagreeFromTheirFirstCommonInstantOn) {
    EXPECT_NE(bullet_pixels_after(k_fred_step), bullet_pixels_after(k_george_step));
    EXPECT_EQ(first_bullet_difference(k_bullet_speed), milliseconds(100));
}

TEST(Partition, C16AtASpeedOfWholePixelsAStepNothingDiffers) {
    EXPECT_EQ(first_bullet_difference(k_exact_bullet_speed), std::nullopt);
}

TEST(Partition, C18ConstantSpeedSurvivesTheCuttingAndAccelerationDoesNot) {
    EXPECT_NEAR(bullet_pixels_after(k_small_step), bullet_pixels_after(k_big_step), 1e-11);
    // v0^2 / 2g - v0 dt / 2 of a jump with v0 = 10, g = 20.
    EXPECT_NEAR(jump_apex_after(k_small_step), 2.5 - 5 * 0.025, 1e-12);
    EXPECT_NEAR(jump_apex_after(k_big_step), 2.5 - 5 * 0.125, 1e-12);
}

}  // namespace
}  // namespace tandem::tools::lab
