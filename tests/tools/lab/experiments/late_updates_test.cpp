// SPDX-License-Identifier: MIT
// Doubles move updates from picture to picture and lose none.
#include <gtest/gtest.h>

#include <chrono>

#include <tandem/tools/lab/experiments/late_updates.hpp>

namespace tandem::tools::lab {
namespace {

// A12 of the inventory, which has 128 of these frames; Python's sums give as many as numbers.txt
// has.
TEST(LateUpdates, AreSomeOfAMinutesPicturesAndNoneIsLost) {
    const LateUpdates run = count_late_updates(std::chrono::seconds(60));
    EXPECT_GT(run.late, 0U);
    EXPECT_LT(run.late, run.frames);
    EXPECT_EQ(run.early, 0U);
    EXPECT_EQ(run.updates, run.updates_by_doubles);
}

}  // namespace
}  // namespace tandem::tools::lab
