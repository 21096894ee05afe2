// SPDX-License-Identifier: MIT
// A scenario that goes wrong gets small and still goes wrong in the same way.
#include <tandem/tools/netsim/shrink.hpp>

#include <tandem/tools/netsim/scenario.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::ScenarioVerdict;

TEST(Shrink, OfAPlantedFaultOnlyThePlantIsLeft) {
    Scenario scenario = *tools::netsim::make_profile("hotel", 3, 3, 600, 10);
    scenario.plant = {1, 90, "totals[0]"};
    scenario.is_sealed = true;
    const auto shrunk = tools::netsim::shrink_scenario(scenario, counter_game());
    ASSERT_TRUE(shrunk.has_value()) << shrunk.error().text();
    EXPECT_EQ(shrunk->verdict, ScenarioVerdict::chains_differ);
    EXPECT_EQ(shrunk->scenario.ticks, 91U);
    EXPECT_EQ(shrunk->scenario.players, 2U);
    EXPECT_TRUE(shrunk->scenario.faults.empty());
    EXPECT_TRUE(shrunk->scenario.machines.empty());
    EXPECT_FALSE(shrunk->scenario.is_sealed);
    EXPECT_EQ(shrunk->scenario.line, tools::netsim::LineConditions{});
    // What is saved goes wrong when it is read again.
    const auto read =
        tools::netsim::scenario_from_text(tools::netsim::scenario_text(shrunk->scenario));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(counter_outcome(*read).verdict, ScenarioVerdict::chains_differ);
}

TEST(Shrink, OfManyFaultsThoseAreLeftThatMatter) {
    Scenario scenario = clean_scenario(20, 900);
    for (std::uint64_t at = 1'000; at < 5'000; at += 500) {
        scenario.faults.push_back(line_fault(FaultKind::loss, 1, 0, at, 100, 200'000));
    }
    scenario.faults.push_back(line_fault(FaultKind::cut, 1, 0, 3'000, 200'000));
    scenario.faults.push_back(line_fault(FaultKind::cut, 0, 1, 3'000, 200'000));
    const auto shrunk = tools::netsim::shrink_scenario(scenario, counter_game());
    ASSERT_TRUE(shrunk.has_value());
    EXPECT_EQ(shrunk->verdict, ScenarioVerdict::cut_short);
    ASSERT_GE(shrunk->scenario.faults.size(), 1U);
    EXPECT_LE(shrunk->scenario.faults.size(), 2U);
    for (const tools::netsim::Fault& fault : shrunk->scenario.faults) {
        EXPECT_EQ(fault.what, FaultKind::cut);
        EXPECT_LE(fault.for_ms, 200'000U);
    }
    EXPECT_EQ(counter_outcome(shrunk->scenario).verdict, ScenarioVerdict::cut_short);
}

TEST(Shrink, WhatIsWellStaysAsItIsAndTheRunsAreBounded) {
    const Scenario well = clean_scenario(20, 60);
    const auto same = tools::netsim::shrink_scenario(well, counter_game());
    EXPECT_TRUE(same->scenario == well);
    EXPECT_EQ(same->verdict, ScenarioVerdict::one_chain);
    EXPECT_EQ(same->runs, 0U);
    Scenario scenario = well;
    scenario.plant = {1, 30, "ticks"};
    EXPECT_LE(tools::netsim::shrink_scenario(scenario, counter_game(), 3)->runs, 3U);
}

}  // namespace
}  // namespace tandem::test
