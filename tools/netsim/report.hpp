// SPDX-License-Identifier: MIT
// What came of a simulated match, as a table for people and as an object for programs.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/netsim/run_scenario.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netsim {

// The table and the sentences below it, line by line.
std::vector<std::string> outcome_lines(const Scenario& scenario, const std::string& game,
                                       const Outcome& outcome);
// The same as JSON.
JsonObject outcome_facts(const Scenario& scenario, const std::string& game, const Outcome& outcome);

}  // namespace tandem::tools::netsim
