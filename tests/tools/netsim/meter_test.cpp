// SPDX-License-Identifier: MIT
// What a meter measures is what passed within its stretch, seen from a whole match.
#include <tandem/tools/netsim/meter.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::ScenarioOutcome;

// A match with a short freeze of one machine, which is long over at the end.
Scenario frozen_scenario(std::uint64_t ticks) {
    Scenario scenario = clean_scenario(20, ticks);
    scenario.faults = {machine_fault(FaultKind::freeze, 1, 2'000, 500)};
    return scenario;
}

TEST(MeterTest, AMatchThatPlaysOnIsAsItsTwin) {
    const ScenarioOutcome outcome = counter_outcome(frozen_scenario(1'200));
    EXPECT_EQ(outcome.verdict, tools::netsim::ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_TRUE(outcome.recovery.is_claimed()) << outcome.recovery.no_claim;
    EXPECT_NEAR(outcome.recovery.speed, 1, 0.01);
    EXPECT_NEAR(outcome.recovery.traffic, 1, 0.05);
    EXPECT_LE(outcome.recovery.more_delay, 0);
    EXPECT_NEAR(outcome.twin_seconds, 15, 0.1);
}

TEST(MeterTest, AMatchThatIsOverBeforeTheEndOfItsStretchIsNotMeasured) {
    const ScenarioOutcome outcome = counter_outcome(frozen_scenario(900));
    EXPECT_EQ(outcome.recovery.no_claim, "not all sides still played so long after the last fault");
    EXPECT_EQ(outcome.twin_seconds, 0);
}

}  // namespace
}  // namespace tandem::test
