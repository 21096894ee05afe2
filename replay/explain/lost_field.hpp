// SPDX-License-Identifier: MIT
// Guesses that a field went back to its value at the reset, as a load does that forgets to bring it
// back. All elements of a list lose a field together.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// Returns a path without the numbers of elements, "units[].hp": the name of a field of every
// element.
std::string field_of_all(const std::string& path);

// Returns the state with the field of this name (field_of_all) as the state `reset` has it, in
// every element that both have. Both must be values of this schema.
sim::Bytes with_field_reset(const sim::Schema& schema, sim::ByteView state, sim::ByteView reset,
                            const std::string& field);

// Returns a guess for each field, by its name, set as the reset has it: a state from which the
// step of a bad tick may have begun. States equal to `before` are left out.
std::vector<Hypothesis> lost_field_guesses(const sim::Schema& schema, sim::ByteView before,
                                           sim::ByteView reset);

}  // namespace tandem::replay
