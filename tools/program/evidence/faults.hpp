// SPDX-License-Identifier: MIT
// Tells the faults that a game's arithmetic reported, for a person and for a program.
#pragma once

#include <tandem/sim/math/fault.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Prints a line on stderr for each place: it is a fact about the game and no error of the run.
void report_faults(const sim::FaultLog& faults, Console& console);

// The faults as {"count": all of them, "places": [{"text", "tick", "count"}, ...]}.
JsonObject faults_json(const sim::FaultLog& faults);

}  // namespace tandem::tools
