// SPDX-License-Identifier: MIT
// Clocks, work, freezes and death as a scenario says.
#include <tandem/tools/netsim/machine.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using net::Time;
using std::chrono::milliseconds;
using std::chrono::seconds;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::ScenarioMachine;

TEST(MachineTest, ItsClockDriftsStepsAndNeverGoesBack) {
    Scenario scenario;
    scenario.machines = {{}, {.drift_ppm = 1'000}};
    scenario.faults = {machine_fault(FaultKind::clock, 0, 2'000, 0, 500),
                       machine_fault(FaultKind::clock, 0, 4'000, 0, -800)};
    ScenarioMachine drifting(scenario, 1, TickRate{60});
    EXPECT_EQ(drifting.clock(seconds(10)), milliseconds(10'010));
    ScenarioMachine stepping(scenario, 0, TickRate{60});
    EXPECT_EQ(stepping.clock(seconds(1)), seconds(1));
    EXPECT_EQ(stepping.clock(seconds(2)), milliseconds(2'500));
    EXPECT_EQ(stepping.clock(milliseconds(3'999)), milliseconds(4'499));
    EXPECT_EQ(stepping.clock(milliseconds(4'100)), milliseconds(4'499)) << "it stands still";
    EXPECT_EQ(stepping.clock(seconds(5)), milliseconds(4'700));
}

TEST(MachineTest, AStepTakesItsShareOfATick) {
    Scenario scenario;
    scenario.machines = {{.step_permille = 1'050}};
    scenario.faults = {machine_fault(FaultKind::slow, 0, 1'000, 1'000, 950)};
    const ScenarioMachine machine(scenario, 0, TickRate{50});
    EXPECT_EQ(machine.work(Time{0}, 1), milliseconds(21));
    EXPECT_EQ(machine.work(Time{0}, 3), milliseconds(63));
    EXPECT_EQ(machine.work(seconds(1), 1), milliseconds(40));
    EXPECT_EQ(machine.work(seconds(2), 1), milliseconds(21));
    EXPECT_EQ(ScenarioMachine(scenario, 1, TickRate{50}).work(Time{0}, 5), Time{0});
}

TEST(MachineTest, DoesNothingWhileItIsFrozenAndNothingMoreOnceItIsDead) {
    Scenario scenario;
    scenario.faults = {machine_fault(FaultKind::freeze, 0, 1'500, 1'000),
                       machine_fault(FaultKind::freeze, 0, 1'000, 700),
                       machine_fault(FaultKind::die, 0, 9'000)};
    const ScenarioMachine machine(scenario, 0, TickRate{60});
    EXPECT_EQ(machine.awake_from(milliseconds(999)), milliseconds(999));
    EXPECT_EQ(machine.awake_from(milliseconds(1'000)), milliseconds(2'500));
    EXPECT_EQ(machine.awake_from(milliseconds(2'500)), milliseconds(2'500));
    EXPECT_FALSE(machine.awake_from(seconds(9)).has_value());
    EXPECT_TRUE(ScenarioMachine(scenario, 1, TickRate{60}).awake_from(seconds(9)).has_value());
}

TEST(MachineTest, WhatIsHeldLeavesWhenTheWorkIsDone) {
    net::SimulatedNetwork network(1);
    net::Transport& first = network.add_endpoint();
    net::Transport& second = network.add_endpoint();
    network.connect(0, 1);
    network.advance(milliseconds(1));
    first.poll(milliseconds(0));
    second.poll(milliseconds(0));
    tools::netsim::HeldTransport held(first);
    held.send(net::PeerId{1}, net::Channel::unreliable, sim::Bytes(3));
    held.flush();
    network.advance(milliseconds(2));
    EXPECT_TRUE(second.poll(milliseconds(0)).empty());
    held.release();
    held.close(net::PeerId{1});
    EXPECT_TRUE(held.is_open());
    network.advance(milliseconds(3));
    EXPECT_EQ(second.poll(milliseconds(0)).size(), 1U);
    held.release();
    network.advance(milliseconds(4));
    EXPECT_EQ(second.poll(milliseconds(0)).size(), 1U);
    EXPECT_FALSE(held.is_open());
}

}  // namespace
}  // namespace tandem::test
