// SPDX-License-Identifier: MIT
// The table and the object say what came of a match.
#include <tandem/tools/netsim/run_scenario.hpp>

#include <algorithm>

#include <tandem/tools/netsim/ways.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::Scenario;

std::string joined_lines(const Scenario& scenario, const tools::netsim::ScenarioOutcome& outcome) {
    std::string all;
    for (const std::string& line : tools::netsim::outcome_lines(scenario, "counter", outcome)) {
        EXPECT_TRUE(line.size() <= 140 || line.starts_with("machine ")) << line;
        all += line + "\n";
    }
    return all;
}

TEST(NetsimReport, OneRowForEachSideAndWhetherTheChainsAreOne) {
    Scenario scenario = clean_scenario(40, 120);
    scenario.name = "own\n";
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario, true);
    const std::string text = joined_lines(scenario, outcome);
    EXPECT_NE(text.find("counter on own\\x0a, seed 1, 0 faults, not sealed, "), std::string::npos)
        << text;
    EXPECT_NE(text.find("\nhost       120   3."), std::string::npos) << text;
    EXPECT_NE(text.find("\nguest 1    120   3."), std::string::npos) << text;
    EXPECT_NE(text.find("all chains are one, and that of a local recording: 120 ticks, "
                        "240 comparisons, chain " +
                        tools::hash_text(outcome.chain.value)),
              std::string::npos)
        << text;
    const std::string json =
        tools::json_line(tools::netsim::outcome_facts(scenario, "counter", outcome));
    for (const char* part :
         {R"("game":"counter","profile":"own\n","seed":1,"players":2,"ticks":120,"chain":")",
          R"("faults":0,"sealed":false,"kills":0,"returns":0,"recovery":{"claimed":false,)"
          R"("no_claim":"the schedule has)",
          R"(,"speed":null,"traffic":null,"more_delay":null},"virtual_seconds":)",
          R"("replayed":0,"copies_refused":0,"copies_taken":0})",
          R"("verdict":"one chain","why":null,"tick":null,"machine":null,"ticks_compared":240,)",
          R"("delay_best":3,"delay_best_on_edge":false,"late_ticks":)"}) {
        EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
    }
}

TEST(NetsimReport, ADifferenceIsNamedWithWhatWasTold) {
    Scenario scenario = clean_scenario(10, 120);
    scenario.plant = {1, 50, "totals[1]"};
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario);
    const std::string text = joined_lines(scenario, outcome);
    EXPECT_NE(text.find("chains differ: machine 1 differs from the local recording after tick 50"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("desync after tick 50"), std::string::npos) << text;
    const std::string json =
        tools::json_line(tools::netsim::outcome_facts(scenario, "counter", outcome));
    EXPECT_NE(json.find(R"("verdict":"chains differ")"), std::string::npos);
    EXPECT_NE(json.find(R"("tick":50,"machine":1,)"), std::string::npos) << json;
}

TEST(NetsimReport, WhatIsClaimedOfARecoveryAndHowItIsKept) {
    Scenario scenario = clean_scenario(20, 1'200);
    scenario.faults = {machine_fault(tools::netsim::FaultKind::freeze, 1, 2'000, 500)};
    const tools::netsim::ScenarioOutcome outcome = counter_outcome(scenario);
    EXPECT_NE(joined_lines(scenario, outcome)
                  .find("10 s after the last fault, against the same match without faults: speed "
                        "1.00, bytes/s 1.0"),
              std::string::npos)
        << joined_lines(scenario, outcome);
    const std::string json =
        tools::json_line(tools::netsim::outcome_facts(scenario, "counter", outcome));
    EXPECT_NE(json.find(R"("recovery":{"claimed":true,"no_claim":null,"speed":)"),
              std::string::npos)
        << json;
    scenario.ticks = 300;
    const std::string text = joined_lines(scenario, counter_outcome(scenario));
    EXPECT_NE(text.find("nothing is claimed of how it recovers: not all sides still played"),
              std::string::npos)
        << text;
}

TEST(NetsimReport, ALineWithoutALeastDelayHasNone) {
    tools::netsim::ScenarioOutcome outcome;
    outcome.sides.resize(2);
    outcome.sides[1].least_delay = tools::netsim::k_least_delay_max + 1;
    const std::string text = joined_lines(Scenario{}, outcome);
    EXPECT_NE(text.find("none"), std::string::npos) << text;
    EXPECT_NE(tools::json_line(tools::netsim::outcome_facts(Scenario{}, "counter", outcome))
                  .find(R"("delay_best":null)"),
              std::string::npos);
}

}  // namespace
}  // namespace tandem::test
