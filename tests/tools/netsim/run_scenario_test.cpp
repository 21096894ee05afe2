// SPDX-License-Identifier: MIT
// Whole scenarios: the same in every run, each kind of trouble seen to act, and each verdict that a
// sound session allows seen to come.
#include <tandem/tools/netsim/run_scenario.hpp>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tests/tools/netsim/simulated_counter.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::test {
namespace {

using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::ScenarioOutcome;
using tools::netsim::ScenarioVerdict;

// So long does a match of two wait for somebody who is lost.
constexpr double k_wait_return_s = 120;

// A line with a little of everything.
Scenario rough_scenario(std::uint64_t seed) {
    Scenario scenario = clean_scenario(25, 300);
    scenario.seed = seed;
    scenario.is_sealed = seed % 2 == 0;
    scenario.players = 3;
    scenario.line.jitter_us = 15'000;
    scenario.line.loss_ppm = 30'000;
    scenario.line.burst_ppm = 20'000;
    scenario.line.burst_packets = 4;
    scenario.line.duplicate_ppm = 20'000;
    scenario.line.reorder_ppm = 20'000;
    scenario.line.damage_ppm = 20'000;
    scenario.line.rate_bytes_per_s = 100'000;
    scenario.machines = {{50, 0}, {-80, 300}, {20, 0}};
    scenario.faults = {line_fault(FaultKind::cut, 0, 2, 1'500, 300),
                       machine_fault(FaultKind::freeze, 1, 2'500, 400),
                       machine_fault(FaultKind::clock, 2, 3'000, 0, 50),
                       machine_fault(FaultKind::slow, 2, 3'000, 500, 500)};
    return scenario;
}

TEST(RunScenario, TheSameScenarioIsTheSameInEveryRun) {
    const ScenarioOutcome one = counter_outcome(rough_scenario(1));
    const ScenarioOutcome again = counter_outcome(rough_scenario(1));
    EXPECT_EQ(one.verdict, ScenarioVerdict::one_chain) << one.why;
    EXPECT_EQ(one.trace, again.trace);
    EXPECT_EQ(one.packets.bytes_sent, again.packets.bytes_sent);
    EXPECT_NE(one.trace, counter_outcome(rough_scenario(2)).trace);
}

// A hash of all that happened, which every compiler comes to. It changes with what sessions do.
TEST(RunScenario, TheSameScenarioIsTheSameOfEveryCompiler) {
    const std::string path = std::string(TANDEM_SOURCE_DIR) + "/tests/golden/netsim/traces.txt";
    std::ostringstream traces;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        const ScenarioOutcome outcome = counter_outcome(rough_scenario(seed));
        traces << "seed " << seed << ": " << std::hex << outcome.trace << ", chain "
               << outcome.chain.value << std::dec << "\n";
    }
    if (std::getenv("TANDEM_WRITE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << traces.str();
        GTEST_SKIP() << "written";
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << "no " << path << "; TANDEM_WRITE_GOLDEN=1 writes it";
    EXPECT_EQ(traces.str(), std::string(std::istreambuf_iterator<char>(file), {}));
}

// The outcome, and the trace of it.
std::pair<ScenarioOutcome, std::string> traced_outcome(const Scenario& scenario) {
    std::string text;
    tools::netview::TraceWriter writer([&](std::string_view piece) { text += piece; });
    tools::netsim::ScenarioOptions options;
    options.has_limits = false;
    options.trace = &writer;
    auto outcome = tools::netsim::run_scenario(scenario, counter_game(), options);
    EXPECT_TRUE(outcome.has_value());
    writer.finish(net::Time{0});
    return {outcome ? *std::move(outcome) : ScenarioOutcome{}, text};
}

TEST(RunScenario, ATraceChangesNothingAndIsTheSameInEveryRun) {
    const ScenarioOutcome plain = counter_outcome(rough_scenario(3));
    const auto [outcome, text] = traced_outcome(rough_scenario(3));
    EXPECT_EQ(outcome.trace, plain.trace);
    EXPECT_EQ(outcome.chain, plain.chain);
    EXPECT_EQ(outcome.packets.bytes_sent, plain.packets.bytes_sent);
    EXPECT_EQ(text, traced_outcome(rough_scenario(3)).second);
}

TEST(RunScenario, ATraceHasAllTicksAllPacketsAndAnArrowForEachThatArrived) {
    const auto [outcome, text] = traced_outcome(rough_scenario(2));
    const auto trace = read_trace(text);
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
    const auto phase_count = [&](const char* phase) {
        return count_events(trace, [&](const auto& event) { return event["ph"] == phase; });
    };
    for (const char* tick : {"tick 0", "tick 299"}) {
        EXPECT_EQ(events_named(trace, tick).size(), 3U) << tick;
    }
    // Connections are messages of the network's count that no session sees.
    const std::uint64_t sent = outcome.packets.packets_sent + outcome.packets.messages_sent;
    EXPECT_LE(phase_count("s"), sent);
    EXPECT_GE(phase_count("s") + 12, sent);
    EXPECT_LE(phase_count("f"), phase_count("s") - outcome.packets.packets_lost);
    EXPECT_GE(phase_count("f") + 20, phase_count("s") - outcome.packets.packets_lost);
    // The freeze of 400 ms of machine 1 is a stall of the host's.
    EXPECT_GE(phase_count("B"), 1U);
    EXPECT_EQ(events_named(trace, "process_name").size(), 3U);
}

TEST(RunScenario, ATraceShowsADesyncAtBothSides) {
    Scenario scenario = clean_scenario(20, 300);
    scenario.plant = {1, 120, "totals[1]"};
    const auto trace = read_trace(traced_outcome(scenario).second);
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
    const auto found = events_named(trace, "desync");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0]["s"], "g");
    EXPECT_NE(found[0]["pid"], found[1]["pid"]);
}

TEST(RunScenario, WhateverTheNetworkDoesTheChainIsThatOfTheRecording) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const ScenarioOutcome outcome = counter_outcome(rough_scenario(seed));
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << seed << ": " << outcome.why;
        EXPECT_EQ(outcome.ticks_recorded, 300U);
        EXPECT_EQ(outcome.ticks_compared, 900U);
        for (const tools::netsim::SideOutcome& side : outcome.sides) {
            EXPECT_EQ(side.facts.chain, outcome.chain);
        }
    }
}

TEST(RunScenario, EachKindOfTroubleIsSeenToAct) {
    const Scenario clean = clean_scenario(15, 240);
    const ScenarioOutcome calm = counter_outcome(clean);
    EXPECT_EQ(calm.packets.packets_lost, 0U);
    const auto with = [&](tools::netsim::Fault fault) {
        Scenario scenario = clean;
        fault.at_ms = 1'000;
        fault.for_ms = tools::netsim::traits_of(fault.what).has_span ? 1'000 : 0;
        scenario.faults = {fault};
        ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
        EXPECT_NE(outcome.trace, calm.trace) << tools::netsim::traits_of(fault.what).name;
        return outcome;
    };
    EXPECT_GT(with(line_fault(FaultKind::cut, 1, 0, 0, 0)).packets.lost_in_cuts, 20U);
    EXPECT_GT(with(line_fault(FaultKind::loss, 1, 0, 0, 0, 500'000)).packets.lost_alone, 15U);
    EXPECT_GT(with(line_fault(FaultKind::damage, 1, 0, 0, 0, 500'000)).packets.lost_damaged, 15U);
    EXPECT_GT(with(line_fault(FaultKind::duplicates, 1, 0, 0, 0, 500'000)).packets.packets_doubled,
              15U);
    EXPECT_GT(
        with(line_fault(FaultKind::reordering, 1, 0, 0, 0, 500'000)).packets.packets_reordered,
        15U);
    // Less than is sent, and a queue that holds all of it: late, not lost.
    EXPECT_GT(with(line_fault(FaultKind::rate, 1, 0, 0, 0, 1'500)).sides[0].facts.late_ticks, 5U);
    EXPECT_GT(with(line_fault(FaultKind::delay, 1, 0, 0, 0, 300)).sides[0].facts.late_ticks, 3U);
    EXPECT_GT(with(line_fault(FaultKind::jitter, 1, 0, 0, 0, 400)).sides[0].facts.late_ticks, 3U);
    EXPECT_GE(with(machine_fault(FaultKind::freeze, 1, 0)).sides[1].facts.input_age_ms_max, 900U);
    EXPECT_GT(with(line_fault(FaultKind::replay, 1, 0, 0, 0, 60'000)).packets.copies_taken, 90U);
    with(machine_fault(FaultKind::slow, 1, 0, 0, 3'000));
    with(machine_fault(FaultKind::clock, 1, 0, 0, 500));
    with(machine_fault(FaultKind::die, 1, 0));
}

TEST(RunScenario, OnASealedLineOldPacketsThatComeAgainChangeNothing) {
    Scenario scenario = clean_scenario(25, 600);
    scenario.is_sealed = true;
    scenario.line.loss_ppm = 50'000;
    const ScenarioOutcome calm = counter_outcome(scenario);
    scenario.faults = {line_fault(FaultKind::replay, 0, 1, 1'000, 8'000, 3'600'000),
                       line_fault(FaultKind::replay, 1, 0, 1'000, 8'000, 40)};
    const ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_GT(outcome.packets.packets_replayed, 1'000U);
    EXPECT_EQ(outcome.packets.copies_refused, outcome.packets.packets_replayed);
    EXPECT_EQ(outcome.packets.copies_taken, 0U);
    EXPECT_EQ(outcome.trace, calm.trace) << "nobody heard any of it";
}

TEST(RunScenario, WithoutASealOldPacketsCostNoChain) {
    for (const bool is_old : {false, true}) {
        Scenario scenario = clean_scenario(25, 900);
        scenario.players = 3;
        scenario.line.loss_ppm = 50'000;
        scenario.faults = {line_fault(FaultKind::replay, 0, 1, 1'000, 9'000, is_old ? 60'000 : 40),
                           line_fault(FaultKind::replay, 2, 0, 1'000, 9'000, is_old ? 60'000 : 40)};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
        EXPECT_EQ(outcome.ticks_recorded, 900U);
        EXPECT_GT(outcome.packets.copies_taken, 1'000U);
    }
}

TEST(RunScenario, ADeadGuestIsNotKeptAliveByItsOldPackets) {
    for (const bool is_sealed : {false, true}) {
        Scenario scenario = clean_scenario(20, 6'000);
        scenario.is_sealed = is_sealed;
        scenario.faults = {machine_fault(FaultKind::die, 1, 4'000),
                           line_fault(FaultKind::replay, 1, 0, 4'000, 60'000, 3'600'000)};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
        EXPECT_TRUE(outcome.sides[0].facts.ended.has_value());
        EXPECT_GT(outcome.packets.packets_replayed, 400U);
        EXPECT_LT(outcome.virtual_seconds, 20 + k_wait_return_s);
    }
}

TEST(RunScenario, APlantedFaultIsFoundAtItsTickAndToldToBoth) {
    for (const std::uint32_t machine : {0U, 1U}) {
        Scenario scenario = clean_scenario(20, 300);
        scenario.plant = {machine, 120, "totals[1]"};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::chains_differ);
        ASSERT_EQ(outcome.differences.size(), 1U);
        EXPECT_EQ(outcome.differences[0].machine, machine);
        EXPECT_EQ(outcome.differences[0].tick, 120U);
        EXPECT_EQ(outcome.sides[0].facts.desyncs_told, 1U);
        EXPECT_EQ(outcome.sides[1].facts.desyncs_told, 1U);
    }
}

ScenarioOutcome with_games(const std::function<sim::AnySimulation(std::uint32_t)>& make_of) {
    tools::netsim::ScenarioOptions options;
    options.has_limits = false;
    options.make_of = make_of;
    auto outcome = tools::netsim::run_scenario(clean_scenario(20, 300), counter_game(), options);
    EXPECT_TRUE(outcome.has_value());
    return *std::move(outcome);
}

struct ThrowingCounter : Counter {
    void step(Inputs<Input> inputs) {
        Counter::step(inputs);
        if (ticks == 60) {
            throw std::runtime_error("enough");
        }
    }
};

TEST(RunScenario, AGameThatThrowsIsAFailureOfItsStep) {
    const ScenarioOutcome outcome =
        with_games([](std::uint32_t) { return sim::erase<ThrowingCounter>(); });
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::step_failed) << outcome.why;
    EXPECT_NE(outcome.why.find("enough"), std::string::npos) << outcome.why;
}

TEST(RunScenario, AMatchInWhichNothingMovesAnyMoreIsStuck) {
    // Clocks that stand still for an hour end nobody's patience.
    Scenario scenario = clean_scenario(20, 600);
    scenario.faults = {machine_fault(FaultKind::clock, 0, 2'000, 0, -3'600'000),
                       machine_fault(FaultKind::clock, 1, 2'000, 0, -3'600'000)};
    const ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::stuck) << outcome.why;
    EXPECT_GT(outcome.ticks_recorded, 60U);
}

TEST(RunScenario, AHostThatGathersOnWithoutAGuestThatIsGoneIsNotStuck) {
    Scenario scenario = clean_scenario(20, 60);
    scenario.faults = {machine_fault(FaultKind::die, 1, 0)};
    const ScenarioOutcome died = counter_outcome(scenario);
    EXPECT_EQ(died.verdict, ScenarioVerdict::cut_short) << died.why;
    EXPECT_EQ(died.why, "the match never began: guest 1 died");
    EXPECT_EQ(died.ticks_recorded, 0U);
    EXPECT_LT(died.virtual_seconds, 1);
    // The other guest waits with the host.
    scenario.players = 3;
    scenario.faults = {line_fault(FaultKind::cut, 0, 2, 0, 30'000)};
    const ScenarioOutcome gave_up = counter_outcome(scenario);
    EXPECT_EQ(gave_up.verdict, ScenarioVerdict::cut_short) << gave_up.why;
    EXPECT_TRUE(gave_up.why.starts_with("the match never began: guest 2 gave up: ")) << gave_up.why;
}

TEST(RunScenario, AfterARateNewPacketsDoNotOvertakeOldOnes) {
    // On a line without a rate of its own all that waits leaves when the fault is over.
    Scenario scenario = clean_scenario(20, 1'500);
    scenario.faults = {line_fault(FaultKind::rate, 1, 0, 3'000, 3'000, 1'500)};
    const ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_LE(outcome.sides[0].facts.delay_ticks, 3U);
}

TEST(RunScenario, AMatchThatEndsTooEarlyIsCutShort) {
    Scenario scenario = clean_scenario(20, 1'200);
    scenario.faults = {line_fault(FaultKind::cut, 1, 0, 2'000, 200'000),
                       line_fault(FaultKind::cut, 0, 1, 2'000, 200'000)};
    const ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::cut_short);
    EXPECT_NE(outcome.why.find("of 1200 ticks"), std::string::npos) << outcome.why;
}

// ---- Coming back ----

TEST(RunScenario, AProcessThatIsKilledIsFollowedByOneThatTakesPart) {
    for (const std::uint32_t players : {2U, 3U}) {
        Scenario scenario = clean_scenario(20, 1'500);
        scenario.players = players;
        scenario.faults = {machine_fault(FaultKind::kill, 1, 3'000, 4'000),
                           machine_fault(FaultKind::kill, 1, 12'000, 300)};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
        EXPECT_EQ(outcome.ticks_recorded, 1'500U);
        EXPECT_EQ(outcome.kills, 2U);
        EXPECT_EQ(outcome.returns, 2U);
        EXPECT_EQ(outcome.sides[1].facts.chain, outcome.chain);
        EXPECT_EQ(outcome.trace, counter_outcome(scenario).trace);
    }
}

TEST(RunScenario, WhoIsKilledWhileItComesBackComesBackAllTheSame) {
    Scenario scenario = clean_scenario(20, 1'500);
    scenario.players = 3;
    for (const std::uint64_t ms : {10U, 50U, 90U, 130U, 200U}) {
        scenario.faults = {machine_fault(FaultKind::kill, 1, 3'000, 2'000),
                           machine_fault(FaultKind::kill, 1, 5'000 + ms, 500),
                           machine_fault(FaultKind::kill, 2, 5'000, 700)};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << ms << ": " << outcome.why;
        EXPECT_EQ(outcome.kills, 3U);
        EXPECT_GE(outcome.returns, 2U);
    }
}

TEST(RunScenario, WhoStandsStillOrIsCutOffForLongComesBack) {
    for (const std::uint32_t machine : {0U, 1U}) {
        Scenario scenario = clean_scenario(20, 1'200);
        scenario.faults = {machine_fault(FaultKind::freeze, machine, 3'000, 40'000)};
        const ScenarioOutcome outcome = counter_outcome(scenario);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
        EXPECT_EQ(outcome.ticks_recorded, 1'200U);
        EXPECT_EQ(outcome.kills, 0U);
    }
}

TEST(RunScenario, WhoLeavesLeavesTheOthersAMatchAlsoWhileSomebodyIsAway) {
    Scenario scenario = clean_scenario(20, 1'500);
    scenario.players = 3;
    scenario.faults = {machine_fault(FaultKind::kill, 1, 3'000, 4'000),
                       machine_fault(FaultKind::leave, 2, 5'000)};
    const ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::one_chain) << outcome.why;
    EXPECT_EQ(outcome.ticks_recorded, 1'500U);
    EXPECT_TRUE(outcome.sides[2].facts.has_left);
    EXPECT_LT(outcome.sides[2].facts.ticks, 400U);
    EXPECT_EQ(outcome.sides[1].facts.chain, outcome.chain);
}

TEST(RunScenario, AGameThatTheScenarioDoesNotFitIsRefused) {
    Scenario scenario = clean_scenario(20, 10);
    scenario.players = Counter::players_max + 1;
    const auto outcome = tools::netsim::run_scenario(scenario, counter_game());
    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().text(), "players: is 5, but counter is for at most 4");
    scenario.ticks = 0;
    EXPECT_FALSE(tools::netsim::run_scenario(scenario, counter_game()).has_value());
}

TEST(RunScenario, HasLimitsToCompareWith) {
    Scenario scenario = clean_scenario(40, 1'500);
    scenario.line.loss_ppm = 50'000;
    const ScenarioOutcome outcome = counter_outcome(scenario, true);
    for (const tools::netsim::SideOutcome& side : outcome.sides) {
        EXPECT_EQ(side.least_delay, 5U);
        EXPECT_GT(side.late_ticks_limit, 0.0);
        EXPECT_LT(side.late_ticks_limit, 300.0);
        EXPECT_NEAR(static_cast<double>(side.traffic.sent_packets) / side.traffic.seconds, 60.0,
                    4.0);
        EXPECT_GT(side.traffic.sent_wire_bytes,
                  side.traffic.sent_packets * net::k_datagram_heads_bytes);
    }
    EXPECT_EQ(outcome.sides[0].traffic.sent_packets > 0, true);
    EXPECT_LT(outcome.bytes_under_way_most, 100'000U);
}

}  // namespace
}  // namespace tandem::test
