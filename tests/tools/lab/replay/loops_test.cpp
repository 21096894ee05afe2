// SPDX-License-Identifier: MIT
// Every loop against what the inventory derives of its replays, errors and agreement.
#include <gtest/gtest.h>

#include <map>

#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayLoops, OnlyTheVariableStepNeedsItsStepsStored) {
    for (const Loop* loop : steady_loops()) {
        const LoopReplay run = replay_loop(*loop);
        EXPECT_EQ(run.inputs, loop->id != "L2") << loop->id;
        EXPECT_EQ(run.agrees_at_tick, loop->id != "L2") << loop->id;
        EXPECT_TRUE(run.inputs_and_steps) << loop->id;
    }
}

TEST(ReplayLoops, AgreeAtEqualTimeWhereTheMachineKeepsUp) {
    using Names = std::vector<std::string>;
    const Names keeps_up{"fast", "normal"};
    const Names catches_up{"fast", "normal", "slow"};
    const Names uncapped{"fast", "normal", "slow", "floor"};
    const std::map<std::string_view, Names> expected{
        {"L0", {"normal"}}, {"L1", keeps_up}, {"L2", {}},       {"L3", catches_up},
        {"L4", catches_up}, {"G1", keeps_up}, {"G2", uncapped}, {"G3", keeps_up},
        {"W1", keeps_up},   {"W2", uncapped}, {"W3", uncapped}, {"M1", keeps_up},
        {"M2", uncapped}};
    for (const auto& [id, machines] : expected) {
        EXPECT_EQ(replay_loop(*find_loop(id)).on_time, machines) << id;
    }
}

// The inventory's figures, by machine: fast, normal, slow, floor.
TEST(ReplayLoops, ErrorsOfTheSumAreTheInventorys) {
    const auto variable = replay_loop(*find_loop("L2")).distance_errors;
    EXPECT_NEAR(variable[0], 8.21e-15, 1e-17);
    EXPECT_NEAR(variable[1], -1.685e-13, 1e-16);
    EXPECT_NEAR(variable[2], -1.918e-14, 1e-17);
    EXPECT_NEAR(variable[3], 3.2e-15, 1e-17);
    for (const std::size_t machine : {0U, 1U}) {
        EXPECT_NEAR(replay_loop(*find_loop("L1")).distance_errors[machine], -3.730e-14, 1e-17);
        EXPECT_NEAR(replay_loop(*find_loop("L4")).distance_errors[machine], -3.730e-14, 1e-17);
        EXPECT_NEAR(replay_loop(*find_loop("L3")).distance_errors[machine], -1.243e-13, 1e-16);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
