// SPDX-License-Identifier: MIT
// Every number of a scenario has bounds, and the error says which.
#include <tandem/tools/netsim/scenario.hpp>

#include <functional>
#include <set>
#include <string>
#include <utility>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::Fault;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;

TEST(ScenarioTest, EveryKindOfFaultHasANameAndTraitsOfItsOwn) {
    std::set<std::string_view> names;
    for (const tools::netsim::FaultTraits& traits : tools::netsim::fault_traits()) {
        EXPECT_TRUE(names.insert(traits.name).second) << traits.name;
        EXPECT_EQ(&tools::netsim::traits_of(traits.kind), &traits);
    }
    EXPECT_EQ(names.size(), 16U);
}

TEST(ScenarioTest, NumbersOutOfTheirBoundsAreNamed) {
    const auto with_fault = [](Fault fault) {
        return [fault](Scenario& scenario) { scenario.faults.push_back(fault); };
    };
    const std::vector<std::pair<std::string, std::function<void(Scenario&)>>> cases{
        {"players", [](Scenario& s) { s.players = 1; }},
        {"players", [](Scenario& s) { s.players = 65; }},
        {"ticks", [](Scenario& s) { s.ticks = 0; }},
        {"the length of name", [](Scenario& s) { s.name = std::string(1'001, 'x'); }},
        {"line.delay_us", [](Scenario& s) { s.line.delay_us = 10'000'001; }},
        {"line.jitter_us", [](Scenario& s) { s.line.jitter_us = 10'000'001; }},
        {"line.loss_ppm", [](Scenario& s) { s.line.loss_ppm = 1'000'001; }},
        {"line.burst_ppm", [](Scenario& s) { s.line.burst_ppm = 1'000'001; }},
        {"line.burst_packets", [](Scenario& s) { s.line.burst_packets = 0; }},
        {"line.duplicate_ppm", [](Scenario& s) { s.line.duplicate_ppm = 1'000'001; }},
        {"line.reorder_ppm", [](Scenario& s) { s.line.reorder_ppm = 1'000'001; }},
        {"line.damage_ppm", [](Scenario& s) { s.line.damage_ppm = 1'000'001; }},
        {"line.rate_bytes_per_s", [](Scenario& s) { s.line.rate_bytes_per_s = 999; }},
        {"line.queue_bytes", [](Scenario& s) { s.line.queue_bytes = ~std::uint64_t{0}; }},
        {"lines[0]",
         [](Scenario& s) {
             s.lines.push_back({1, 1, {}});
         }},
        {"lines[0]",
         [](Scenario& s) {
             s.lines.push_back({0, 2, {}});
         }},
        {"lines[0].loss_ppm",
         [](Scenario& s) {
             s.lines.push_back({0, 1, {.loss_ppm = 2'000'000}});
         }},
        {"the number of lines",
         [](Scenario& s) {
             s.lines.resize(3, {0, 1, {}});
         }},
        {"the number of machines", [](Scenario& s) { s.machines.resize(3); }},
        {"machines[0].drift_ppm",
         [](Scenario& s) {
             s.machines = {{-100'001, 0}};
         }},
        {"machines[1].step_permille",
         [](Scenario& s) {
             s.machines = {{}, {0, 100'001}};
         }},
        {"faults[0]", with_fault(line_fault(FaultKind::cut, 1, 2, 0, 1))},
        {"faults[0].for_ms", with_fault(line_fault(FaultKind::cut, 1, 0, 0, 0))},
        {"faults[0].for_ms", with_fault(line_fault(FaultKind::cut, 1, 0, 0, 3'600'001))},
        {"faults[0].amount", with_fault(line_fault(FaultKind::cut, 1, 0, 0, 1, 1))},
        {"faults[0].amount", with_fault(line_fault(FaultKind::loss, 1, 0, 0, 1, 0))},
        {"faults[0].amount", with_fault(line_fault(FaultKind::rate, 1, 0, 0, 1, 999))},
        {"faults[0].amount", with_fault(line_fault(FaultKind::replay, 1, 0, 0, 1, 0))},
        {"faults[0].amount", with_fault(line_fault(FaultKind::replay, 1, 0, 0, 1, 3'600'001))},
        {"faults[0].machine", with_fault(machine_fault(FaultKind::freeze, 2, 0, 1))},
        {"faults[0].at_ms", with_fault(machine_fault(FaultKind::die, 1, ~std::uint64_t{0}))},
        {"faults[0].for_ms", with_fault(machine_fault(FaultKind::die, 1, 0, 1))},
        {"faults[0].for_ms", with_fault(machine_fault(FaultKind::kill, 1, 0))},
        {"faults[0].machine", with_fault(machine_fault(FaultKind::kill, 0, 0, 1))},
        {"faults[0].machine", with_fault(machine_fault(FaultKind::leave, 0, 0))},
        {"faults[0].amount", with_fault(machine_fault(FaultKind::clock, 1, 0, 0, 3'600'001))},
        {"plant.machine",
         [](Scenario& s) {
             s.plant = {2, 1, "ticks"};
         }},
        {"the length of plant.field",
         [](Scenario& s) {
             s.plant = {1, 1, ""};
         }},
    };
    EXPECT_TRUE(tools::netsim::check_scenario(Scenario{}).has_value());
    for (const auto& [place, spoil] : cases) {
        Scenario scenario;
        spoil(scenario);
        const auto checked = tools::netsim::check_scenario(scenario);
        ASSERT_FALSE(checked.has_value()) << place;
        EXPECT_EQ(checked.error().place, place) << checked.error().text();
    }
}

TEST(ScenarioTest, ADirectionHasItsOwnLineOrThatOfAll) {
    Scenario scenario = clean_scenario(10, 1);
    scenario.lines.push_back({1, 0, {.delay_us = 70'000}});
    EXPECT_EQ(tools::netsim::line_of(scenario, 1, 0).delay_us, 70'000U);
    EXPECT_EQ(tools::netsim::line_of(scenario, 0, 1).delay_us, 10'000U);
    EXPECT_EQ(tools::netsim::link_options(tools::netsim::line_of(scenario, 1, 0)).delay,
              std::chrono::milliseconds(70));
    EXPECT_EQ(tools::netsim::machine_of(scenario, 1), tools::netsim::MachineConditions{});
    scenario.faults = {line_fault(FaultKind::cut, 1, 0, 500, 300),
                       machine_fault(FaultKind::die, 1, 600)};
    EXPECT_EQ(tools::netsim::faults_end_ms(scenario), 800U);
    EXPECT_TRUE(tools::netsim::goes_for_good(scenario, 1));
    scenario.faults = {machine_fault(FaultKind::kill, 1, 600, 200)};
    EXPECT_FALSE(tools::netsim::goes_for_good(scenario, 1)) << "another process follows";
    EXPECT_EQ(tools::netsim::faults_end_ms(scenario), 800U);
}

}  // namespace
}  // namespace tandem::test
