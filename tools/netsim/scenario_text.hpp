// SPDX-License-Identifier: MIT
// Writes and reads a scenario as a JSON text that people can read and change.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// Writes every value that is not at its default, in a fixed order: the same scenario gives the same
// text, and scenario_from_text gives the same scenario back.
std::string scenario_text(const Scenario& scenario);

// Returns the scenario that a text describes; a value that it leaves out is at its default. An
// unknown key, a value of another type, and a number out of its bounds are errors (bad_data) that
// name it.
sim::Result<Scenario> scenario_from_text(std::string_view text);

}  // namespace tandem::tools::netsim
