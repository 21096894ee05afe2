// SPDX-License-Identifier: MIT
// The closed forms at the points that the inventory names.
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

TEST(LockstepForms, SpeedIsWhatTheInventoryNames) {
    for (const std::int64_t way : {0, 10, 60, 100}) {
        for (std::int64_t ahead = 1; ahead <= 5; ++ahead) {
            EXPECT_DOUBLE_EQ(speed_form({200, 20, way}, ahead), 0.2 * static_cast<double>(ahead));
        }
    }
    EXPECT_DOUBLE_EQ(speed_form({100, 40, 0}, 1), 0.8);
    EXPECT_DOUBLE_EQ(speed_form({100, 40, 0}, 2), 1.0);
    EXPECT_DOUBLE_EQ(speed_form({100, 20, 60}, 3), 0.6);
    EXPECT_DOUBLE_EQ(speed_form({100, 20, 60}, 5), 1.0);
}

TEST(LockstepForms, TheLeastDelayIsWhatTheInventoryNames) {
    EXPECT_EQ(least_delay_form({200, 20, 0}), 9);
    EXPECT_EQ(least_delay_form({200, 20, 10}), 10);
    EXPECT_EQ(least_delay_form({200, 20, 60}), 12);
    EXPECT_EQ(least_delay_form({100, 40, 0}), 2);
    EXPECT_EQ(least_delay_form({2, 20, 0}), 0);
}

TEST(LockstepForms, TheWaitEndsWhereTheDelayReachesTheNextFrame) {
    EXPECT_EQ(gap_form_ms({200, 20, 0}, 9), 20);
    EXPECT_EQ(gap_form_ms({200, 20, 0}, 8), 40);
    EXPECT_EQ(gap_form_ms({200, 20, 0}, 3), 200);
    EXPECT_EQ(gap_form_ms({100, 20, 60}, 2), 200);
}

TEST(LockstepForms, BelowItsFloorAMachinePlaysAtWhatACapOfTicksAFrameLeaves) {
    EXPECT_NEAR(floor_form(*parse_machine("floor"), 20, 10), 200.0 / 436, 1e-12);
    EXPECT_EQ(floor_form(*parse_machine("slow"), 20, 8), 1.0);
}

}  // namespace
}  // namespace tandem::tools::lab
