// SPDX-License-Identifier: MIT
// Whether a field went back to what the reset made of it, as a load does that forgets to bring it
// back. All elements of a list lose a field together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// A path without the numbers of elements, "units[].hp": the name of a field of every element.
std::string field_of_all(const std::string& path);

// The state with the field of this name (field_of_all) as the state `reset` has it, in every
// element that both have. Both must be values of this schema.
sim::Bytes with_field_reset(const sim::Schema& schema, sim::ByteView state, sim::ByteView reset,
                            const std::string& field);

// The field with whose loss before the step of `tick` the simulation gives what was recorded;
// nothing where there is none, or where `progress` returned false. It fails where the simulation
// does not come to this tick, or where the file cannot be read.
sim::Result<std::optional<std::string>> find_lost_field(const Replay& replay,
                                                        const sim::AnySimulation& spare,
                                                        sim::Tick tick,
                                                        const Progress& progress = nullptr);

}  // namespace tandem::replay
