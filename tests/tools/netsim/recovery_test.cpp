// SPDX-License-Identifier: MIT
// What a match that recovers is compared with, where nothing is claimed, and that each failure is
// seen.
#include <tandem/tools/netsim/recovery.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tools::netsim::FaultKind;
using tools::netsim::recovered_at;
using tools::netsim::Recovery;
using tools::netsim::Scenario;
using tools::netsim::Stretch;

constexpr std::uint64_t k_need = 20'000;  // bytes in five seconds

Scenario with_fault(tools::netsim::Fault fault) {
    Scenario scenario = clean_scenario(20, 3'600);
    scenario.faults = {fault};
    return scenario;
}

Scenario cut_scenario() { return with_fault(line_fault(FaultKind::cut, 1, 0, 5'000, 700)); }

// Two sides at full speed.
Stretch even_stretch() {
    Stretch stretch;
    stretch.is_whole = true;
    stretch.sides = {{300, 3, 3}, {300, 3, 3}};
    stretch.sent_bytes = {0, k_need, k_need, 0};
    return stretch;
}

Recovery compare(const Scenario& scenario, const Stretch& had,
                 const Stretch& twin = even_stretch()) {
    return tools::netsim::compare_with_twin(scenario, TickRate{60}, had, twin);
}

TEST(RecoveryTest, IsDueSomeTimeAfterTheLastFault) {
    EXPECT_EQ(recovered_at(cut_scenario()), milliseconds(15'700));
    Scenario scenario = cut_scenario();
    scenario.faults.push_back(line_fault(FaultKind::rate, 0, 1, 2'000, 9'000, 2'000));
    EXPECT_EQ(recovered_at(scenario), seconds(21));
    EXPECT_EQ(recovered_at(with_fault(machine_fault(FaultKind::clock, 1, 5'000, 0, 300))),
              seconds(15));
    EXPECT_EQ(recovered_at(with_fault(machine_fault(FaultKind::clock, 1, 5'000, 0, -300))),
              milliseconds(15'300))
        << "it stands still for so long";
}

TEST(RecoveryTest, IsNotClaimedWhereNothingEndsOrSomebodyIsGone) {
    EXPECT_FALSE(recovered_at(clean_scenario(20, 3'600)).has_value());
    EXPECT_FALSE(recovered_at(with_fault(machine_fault(FaultKind::die, 1, 5'000))).has_value());
    Scenario planted = cut_scenario();
    planted.plant = {1, 90, "totals[1]"};
    EXPECT_FALSE(recovered_at(planted).has_value());
    EXPECT_EQ(tools::netsim::no_claim_of(planted, even_stretch()),
              "the schedule has no fault that ends");
    Stretch cut_short = even_stretch();
    cut_short.is_whole = false;
    EXPECT_EQ(tools::netsim::no_claim_of(cut_scenario(), cut_short),
              "not all sides still played so long after the last fault");
    EXPECT_EQ(tools::netsim::no_claim_of(cut_scenario(), even_stretch()), "");
}

TEST(RecoveryTest, IsNotClaimedOfAMatchThatIsTooSlowWithoutFaults) {
    Scenario busy = cut_scenario();
    busy.machines = {{}, {.step_permille = 901}};
    EXPECT_EQ(tools::netsim::no_claim_of(busy, even_stretch()),
              "a step takes a machine 901 thousandths of a tick, expected at most 900");
    Stretch slow = even_stretch();
    slow.sides[1].ticks = 280;
    EXPECT_EQ(compare(cut_scenario(), even_stretch(), slow).no_claim,
              "without faults the match is not at full speed either");
    EXPECT_FALSE(compare(cut_scenario(), even_stretch(), {}).is_claimed());
}

TEST(RecoveryTest, IsNotClaimedOfALineThatIsTooNarrowOrDrainsForTooLong) {
    Scenario scenario = cut_scenario();
    scenario.line.rate_bytes_per_s = 5'000;
    scenario.line.queue_bytes = 2'000;
    EXPECT_EQ(compare(scenario, even_stretch()).no_claim,
              "the line from machine 1 to 0 carries 1.25 times what the match needs without "
              "faults, expected 1.5");
    scenario.line.rate_bytes_per_s = 6'000;
    scenario.line.queue_bytes = 12'000;
    EXPECT_TRUE(compare(scenario, even_stretch()).is_claimed());
    scenario.line.queue_bytes = 12'600;
    EXPECT_EQ(compare(scenario, even_stretch()).no_claim,
              "the queue from machine 1 to 0 holds 2.1 s, expected at most 2");
}

TEST(RecoveryTest, SpeedDelayAndTrafficAreThoseWithoutFaultsOrItFails) {
    Stretch had = even_stretch();
    had.sides[0] = {296, 5, 9};
    had.sent_bytes[1] = k_need + k_need / 4;
    const Recovery sound = compare(cut_scenario(), had);
    EXPECT_TRUE(sound.is_claimed());
    EXPECT_EQ(sound.failure, "");
    EXPECT_DOUBLE_EQ(sound.speed, 296 / 300.0);
    EXPECT_DOUBLE_EQ(sound.traffic, 1.25);
    EXPECT_EQ(sound.more_delay, 2);

    Stretch slow = even_stretch();
    slow.sides[1].ticks = 294;
    EXPECT_EQ(compare(cut_scenario(), slow).failure,
              "10 s after the last fault machine 1 played 294 ticks, without faults 300");
    Stretch waits = even_stretch();
    waits.sides[1] = {300, 6, 6};
    EXPECT_EQ(compare(cut_scenario(), waits).failure,
              "10 s after the last fault machine 1 had a delay of 6 ticks, without faults 3");
    Stretch talks = even_stretch();
    talks.sent_bytes[2] = 2 * k_need;
    EXPECT_EQ(compare(cut_scenario(), talks).failure,
              "10 s after the last fault 8000 bytes/s went from machine 1 to 0, without faults "
              "4000");
}

TEST(RecoveryTest, ATwinThatMakesUpForSomethingIsNoFasterThanTime) {
    Stretch hurries = even_stretch();
    hurries.sides[0].ticks = 306;
    EXPECT_EQ(compare(cut_scenario(), even_stretch(), hurries).failure, "");
}

TEST(RecoveryTest, TheLuckOfALineExplainsMoreAndNotEverything) {
    Scenario scenario = cut_scenario();
    scenario.line.loss_ppm = 50'000;
    Stretch had = even_stretch();
    had.sides[0] = {200, 15, 15};
    had.sent_bytes[1] = 2 * k_need;
    EXPECT_EQ(compare(scenario, had).failure, "") << "three ticks of way, twelve losses in a row";
    had.sides[0].delay_least = 16;
    EXPECT_NE(compare(scenario, had).failure, "");
    had.sides[0] = {140, 3, 3};
    EXPECT_NE(compare(scenario, had).failure, "");
    had.sides[0] = {300, 3, 3};
    had.sent_bytes[1] = 2 * k_need + 1;
    EXPECT_NE(compare(scenario, had).failure, "");
}

TEST(RecoveryTest, LossesAreRememberedForLongerAndAFullQueueIsNot) {
    Stretch had = even_stretch();
    had.sides[1] = {300, 15, 15};
    const auto loss = line_fault(FaultKind::loss, 1, 0, 5'000, 700, 200'000);
    EXPECT_EQ(compare(with_fault(loss), had).failure, "");
    Scenario narrow = with_fault(line_fault(FaultKind::rate, 1, 0, 5'000, 700, 2'000));
    narrow.line.rate_bytes_per_s = 12'000;
    narrow.line.queue_bytes = 24'000;
    EXPECT_NE(compare(narrow, had).failure, "");
}

TEST(RecoveryTest, TheTwinHasTheSameLinesAndMachinesAndLastsForItsStretch) {
    Scenario scenario = cut_scenario();
    scenario.machines = {{}, {.drift_ppm = 30}};
    const Scenario twin = tools::netsim::without_faults(scenario, TickRate{30, 2});
    EXPECT_TRUE(twin.faults.empty());
    EXPECT_EQ(twin.machines, scenario.machines);
    EXPECT_EQ(twin.line, scenario.line);
    EXPECT_EQ(twin.seed, scenario.seed);
    EXPECT_EQ(twin.ticks, 240U) << "sixteen seconds";
}

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
