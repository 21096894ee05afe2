// SPDX-License-Identifier: MIT
// The parts of which claims make their arms.
#include <tandem/tools/lab/claims/arms.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

TEST(ClaimArms, RunTheLoopInTheFormThatWasAskedFor) {
    EXPECT_EQ(run_published("L1", "slow").updates, 100U);
    EXPECT_EQ(run_repaired("L1", "slow").tick, Flicks(std::chrono::milliseconds(40)));
    EXPECT_GT(run_repaired("L1", "slow").updates, 240U);
}

TEST(ClaimArms, RunTheProductWithAnyRate) {
    const LoopReport report = run_product(machine_of("fast"), {.tick_rate = TickRate(1'000, 40)});
    EXPECT_EQ(report.updates, 249U);
    EXPECT_EQ(report.tick, Flicks(std::chrono::milliseconds(40)));
}

TEST(ClaimArms, EndAProductThatSpirals) {
    EXPECT_LT(run_product(machine_of("choked"), {.tick_rate = TickRate(1'000, 1),
                                                 .debt_policy = sim::DebtPolicy::keep,
                                                 .ticks_per_frame_max = 1'000'000})
                  .updates,
              1'000U);
}

TEST(ClaimArms, JoinFindings) {
    const Finding both = joined({"a", {1}}, {"b", {2, 3}});
    EXPECT_EQ(both.text, "a; b");
    EXPECT_EQ(both.values, (std::vector<double>{1, 2, 3}));
}

TEST(ClaimArms, CountAsKeepingTimeWhatOnlyLacksTheUnfinished) {
    EXPECT_TRUE(keeps_time(1.0));
    EXPECT_TRUE(keeps_time(0.9852));
    EXPECT_FALSE(keeps_time(0.985));
    EXPECT_FALSE(keeps_time(1.02));
    EXPECT_FALSE(all_keep_time({1, 0.4}));
}

TEST(ClaimArms, SayNumbersWithoutZerosAtTheEnd) {
    EXPECT_EQ(decimals({1, 0.40, 0.99901}, 3), "1, 0.4, 0.999");
}

}  // namespace
}  // namespace tandem::tools::lab
