// SPDX-License-Identifier: MIT
// Reads --plant, the deliberate fault that shows whether a detector fires.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Reads "TICK:FIELD".
sim::Result<sim::Plant> parse_plant(const std::string& text);

// Reads the same, and checks that FIELD is a number or a flag of this game's state. Indices of
// lists cannot be checked before the tick is there. The error (usage) lists the fields nearest to
// the one that was meant.
sim::Result<sim::Plant> parse_plant_of(const sim::GameInfo& game, const std::string& text);

// The plant of --plant for a session of this game; nothing if it was not given.
sim::Result<std::optional<sim::Plant>> planned_plant(const sim::GameInfo& game,
                                                     const std::string& text);

// The error (usage) of a session that was over before the planted tick, so that nobody takes its
// silence for a detector that does not fire; else nothing. `plant` is --plant or empty.
std::optional<sim::Error> missed_plant(const std::string& plant, std::uint64_t ticks_done);

}  // namespace tandem::tools
