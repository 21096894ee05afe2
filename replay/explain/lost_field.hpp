// SPDX-License-Identifier: MIT
// Whether a field went back to what the reset made of it, as a load does that forgets to bring it
// back. All elements of a list lose a field together.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// A path without the numbers of elements, "units[].hp": the name of a field of every element.
std::string field_of_all(const std::string& path);

// The state with the field of this name (field_of_all) as the state `reset` has it, in every
// element that both have. Both must be values of this schema.
sim::Bytes with_field_reset(const sim::Schema& schema, sim::ByteView state, sim::ByteView reset,
                            const std::string& field);

// Each field, by its name, as the reset has it: states from which the step of a bad tick may have
// begun. Only those that differ from `before`.
std::vector<Hypothesis> lost_field_guesses(const sim::Schema& schema, sim::ByteView before,
                                           sim::ByteView reset);

}  // namespace tandem::replay
