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

TEST(ClaimArms, AreNearTheirFiguresOnlyWhereThereAreAsMany) {
    EXPECT_TRUE(are_near({1, 2}, {1, 2}, 0));
    EXPECT_TRUE(are_near({1.01, 1.99}, {1, 2}, 0.011));
    EXPECT_FALSE(are_near({1.01, 1.99}, {1, 2}, 0.009));
    EXPECT_FALSE(are_near({1}, {1, 2}, 0));
    EXPECT_FALSE(are_near({1, 2}, {1}, 0));
}

TEST(ClaimArms, AreEqualWhereThereIsOneNumberAndNoOther) {
    EXPECT_TRUE(all_equal({2, 2, 2}));
    EXPECT_FALSE(all_equal({2, 2, 3}));
    EXPECT_FALSE(all_equal({}));
    EXPECT_EQ(fails_differ_holds_agree({"", {1, 2}}, {"", {1, 1}}), Verdict::shown);
    EXPECT_EQ(fails_differ_holds_agree({"", {1, 2}}, {"", {}}), Verdict::refuted);
}

TEST(ClaimArms, KeepTimeInTheHoldingArmAndHaveTheirSpeedsInTheOther) {
    const auto judge = only_holds_keeps_time<400, 1'000>;
    EXPECT_EQ(judge({"", {0.4, 1}}, {"", {0.999}}), Verdict::shown);
    EXPECT_EQ(judge({"", {0.4, 0.9}}, {"", {0.999}}), Verdict::refuted);
    EXPECT_EQ(judge({"", {0.4, 1}}, {"", {0.9}}), Verdict::refuted);
}

TEST(ClaimArms, SayNumbersWithoutZerosAtTheEnd) {
    EXPECT_EQ(decimals({1, 0.40, 0.99901}, 3), "1, 0.4, 0.999");
}

}  // namespace
}  // namespace tandem::tools::lab
