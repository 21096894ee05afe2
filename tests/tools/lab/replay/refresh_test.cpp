// SPDX-License-Identifier: MIT
// Screens of 30 and 144 Hz: C07.
#include <gtest/gtest.h>

#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayRefresh, TicksOfTheirOwnAgreeOnBoth) {
    const RefreshRun run = run_refresh_pair("M2");
    EXPECT_EQ(run.ratios[0], run.ratios[1]);
    EXPECT_EQ(run.ticks.differing, 0U);
    EXPECT_GT(run.ticks.compared, 0U);
}

}  // namespace
}  // namespace tandem::tools::lab
