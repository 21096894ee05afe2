// SPDX-License-Identifier: MIT
// --plant: the deliberate fault that shows whether a detector fires.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// "TICK:FIELD".
sim::Result<sim::Plant> parse_plant(const std::string& text);

// The same, and FIELD is a number or a flag of this game's state. Indices of lists cannot be
// checked before the tick is there. The error (usage) lists the fields nearest to what was meant.
sim::Result<sim::Plant> parse_plant_of(const sim::GameInfo& game, const std::string& text);

// A sentence where the session was over before the planted tick, so that nobody takes its silence
// for a detector that does not fire; else nothing. `plant` is --plant or empty.
std::string missed_plant_text(const std::string& plant, std::uint64_t ticks_done);

}  // namespace tandem::tools
