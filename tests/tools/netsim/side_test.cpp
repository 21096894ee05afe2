// SPDX-License-Identifier: MIT
// What is measured of a side is what happened to it.
#include <tandem/tools/netsim/side.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::SideFacts;

const SideFacts& facts_of(const tools::netsim::ScenarioOutcome& outcome, std::size_t side) {
    return outcome.sides[side].facts;
}

TEST(SideTest, ItsFactsAreOfTheWholeMatch) {
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(clean_scenario(20, 300));
    for (const std::size_t side : {0U, 1U}) {
        const SideFacts& facts = facts_of(outcome, side);
        EXPECT_TRUE(facts.is_started && facts.ended && !facts.ended->error);
        EXPECT_EQ(facts.ticks, 300U);
        EXPECT_EQ(facts.chain, outcome.chain);
        EXPECT_EQ(facts.shown_ticks, 300U);
        EXPECT_NEAR(static_cast<double>((facts.ended_at - facts.started_at).count()), 5e9, 0.2e9);
        EXPECT_GE(facts.delay_samples, 299U);
        EXPECT_GE(facts.delays.size(), 5U);
        EXPECT_LE(facts.delay_ticks_least, facts.delay_ticks_most);
        // An own input waits its delay, and is rounded up to a look.
        EXPECT_LE(facts.input_age_ms_max, (facts.delay_ticks_most + 4) * 17);
        EXPECT_FALSE(facts.events.empty());
    }
}

TEST(SideTest, ATickThatIsNotPlayedWhenItIsDueIsLate) {
    Scenario scenario = clean_scenario(20, 300);
    const std::uint64_t before = facts_of(counter_outcome(scenario), 0).late_ticks;
    scenario.faults = {line_fault(FaultKind::cut, 1, 0, 3'000, 500)};
    const SideFacts cut = facts_of(counter_outcome(scenario), 0);
    EXPECT_GT(cut.late_ticks, before);
    EXPECT_LE(cut.late_ticks, before + 60);
    EXPECT_GE(cut.input_age_ms_max, 400U);
}

TEST(SideTest, AStepThatTakesLongerThanATickSlowsTheMatch) {
    Scenario scenario = clean_scenario(5, 200);
    scenario.machines = {{}, {.step_permille = 2'000}};
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, tools::netsim::ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_NEAR(outcome.sides[1].traffic.seconds, 2 * 200 / 60.0, 0.4);
}

TEST(SideTest, AFrozenMachinesDatagramsWaitForIt) {
    Scenario scenario = clean_scenario(10, 300);
    scenario.faults = {machine_fault(FaultKind::freeze, 1, 2'000, 700)};
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, tools::netsim::ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_EQ(outcome.packets.packets_lost, 0U);
    EXPECT_GE(facts_of(outcome, 1).input_age_ms_max, 700U);
}

TEST(SideTest, WhoDiesEndsTheMatchForTheOther) {
    Scenario scenario = clean_scenario(10, 600);
    scenario.faults = {machine_fault(FaultKind::die, 1, 3'000)};
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, tools::netsim::ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_TRUE(facts_of(outcome, 1).is_dead);
    ASSERT_TRUE(facts_of(outcome, 0).ended.has_value());
    EXPECT_TRUE(facts_of(outcome, 0).ended->error.has_value());
    EXPECT_GT(outcome.ticks_recorded, 100U);
    EXPECT_LT(outcome.ticks_recorded, 200U);
}

}  // namespace
}  // namespace tandem::test
