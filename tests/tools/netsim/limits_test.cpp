// SPDX-License-Identifier: MIT
// Bounds that a sound match never reaches and that are close where lines are clean.
#include <tandem/tools/netsim/limits.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;

std::uint32_t delay_most_of(const Scenario& scenario, std::uint32_t machine = 0) {
    return tools::netsim::delay_most(scenario, TickRate{60}, machine);
}

TEST(LimitsTest, TicksAreAsManyAsTimeAndTheFastestClockAllow) {
    Scenario scenario = clean_scenario(20, 1);
    const auto ticks = [&](net::Time since) {
        return tools::netsim::TicksLimit(scenario, TickRate{50}).after(since);
    };
    EXPECT_EQ(ticks(milliseconds(0)), 7U) << "100 ms and two ticks";
    EXPECT_EQ(ticks(seconds(100)), 5'007U);
    scenario.machines = {{}, {.drift_ppm = 10'000}};
    EXPECT_EQ(ticks(seconds(100)), 5'057U);
    scenario.faults = {machine_fault(FaultKind::clock, 0, 5'000, 0, 400),
                       machine_fault(FaultKind::clock, 1, 5'000, 0, -400)};
    EXPECT_EQ(ticks(seconds(100)), 5'077U);
}

TEST(LimitsTest, ACleanLineExplainsItsDelayAndAMargin) {
    // What a session needs there, and one tick more: ceil((20 + 2 + 1.5) / 16.7) + 1.
    EXPECT_EQ(delay_most_of(clean_scenario(20, 1)), 3U);
    EXPECT_EQ(delay_most_of(clean_scenario(95, 1)), 7U);
    Scenario scenario = clean_scenario(20, 1);
    scenario.lines = {{1, 0, {.delay_us = 100'000}}};
    EXPECT_EQ(delay_most_of(scenario), 5U) << "half of the round trip";
    scenario.players = 3;
    EXPECT_EQ(delay_most_of(scenario, 0), 5U) << "the worst guest";
    EXPECT_EQ(delay_most_of(scenario, 2), 8U) << "through the host: 22 + 62 + 3 ms, and two ticks";
}

TEST(LimitsTest, WhateverCanDelayOrLosePacketsExplainsMore) {
    const Scenario clean = clean_scenario(20, 1);
    const auto with = [&](tools::netsim::Fault fault) {
        Scenario scenario = clean;
        scenario.faults = {fault};
        return delay_most_of(scenario);
    };
    EXPECT_EQ(with(line_fault(FaultKind::delay, 1, 0, 0, 1, 60)), 5U);
    EXPECT_EQ(with(line_fault(FaultKind::loss, 0, 1, 0, 1, 1)), 15U) << "twelve in a row";
    EXPECT_EQ(with(line_fault(FaultKind::reordering, 0, 1, 0, 1, 1)), 17U);
    EXPECT_EQ(with(line_fault(FaultKind::rate, 0, 1, 0, 1, 65'536)), 45U) << "a full queue";
    EXPECT_EQ(with(line_fault(FaultKind::rate, 0, 1, 0, 1, 6'554)), 74U)
        << "one that is too long to believe";
    EXPECT_EQ(with(line_fault(FaultKind::cut, 0, 1, 0, 1)), 74U);
    EXPECT_EQ(with(machine_fault(FaultKind::freeze, 1, 0, 1)), 74U);
    EXPECT_EQ(with(line_fault(FaultKind::replay, 0, 1, 0, 1, 1)), 74U);
    Scenario sealed = clean;
    sealed.is_sealed = true;
    sealed.faults = {line_fault(FaultKind::replay, 0, 1, 0, 1, 1)};
    EXPECT_EQ(delay_most_of(sealed), 3U) << "what a seal refuses explains nothing";
    Scenario jittery = clean;
    jittery.line.jitter_us = 40'000;
    EXPECT_EQ(delay_most_of(jittery), 5U);
    Scenario relayed = clean;
    relayed.players = 3;
    relayed.line.loss_ppm = 1;
    EXPECT_EQ(delay_most_of(relayed, 1), 29U) << "twelve in a row on both sides of the host";
}

}  // namespace
}  // namespace tandem::test
