// SPDX-License-Identifier: MIT
// Screens of 30 and 144 Hz: C07.
#include <gtest/gtest.h>

#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayRefresh, AnUpdatePerRefreshHasTheScreensSpeed) {
    const RefreshRun run = run_refresh_pair("M1");
    EXPECT_NEAR(run.ratios[0], 0.5, 1e-9);
    EXPECT_NEAR(run.ratios[1], 2.4, 1e-9);
}

TEST(ReplayRefresh, TicksOfTheirOwnAgreeOnBoth) {
    const RefreshRun run = run_refresh_pair("M2");
    EXPECT_EQ(run.ratios[0], run.ratios[1]);
    EXPECT_EQ(run.ticks.differing, 0U);
    EXPECT_EQ(run.ticks.compared, 199U);
}

}  // namespace
}  // namespace tandem::tools::lab
