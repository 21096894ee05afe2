// SPDX-License-Identifier: MIT
// A scenario as a JSON text that people read and change.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// Every value that is not at its default, in a fixed order: the same scenario gives the same text,
// and scenario_from_text gives the same scenario back.
std::string scenario_text(const Scenario& scenario);

// The scenario that a text describes; what it leaves away is at its default. A key that is not
// known, a value of another type, and a number out of its bounds are errors (bad_data) that name
// it.
sim::Result<Scenario> scenario_from_text(std::string_view text);

}  // namespace tandem::tools::netsim
