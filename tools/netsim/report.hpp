// SPDX-License-Identifier: MIT
// Shows the outcome of a simulated match, as a table for people and as an object for programs.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/netsim/run_scenario.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netsim {

// Returns the table and the sentences below it, line by line.
std::vector<std::string> outcome_lines(const Scenario& scenario, const std::string& game,
                                       const ScenarioOutcome& outcome);
// Returns the same facts as a JSON object.
JsonObject outcome_facts(const Scenario& scenario, const std::string& game,
                         const ScenarioOutcome& outcome);

}  // namespace tandem::tools::netsim
