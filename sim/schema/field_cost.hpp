// SPDX-License-Identifier: MIT
// Counts the canonical bytes of each field of a state, by its schema.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

struct FieldCost {
    std::string path;            // "units"; for a part of it "units[].hp"
    std::uint64_t bytes = 0;     // canonical, lengths and flags included
    std::uint64_t elements = 1;  // elements of a container; for anything else the number of values
    // The costs one level down: of the fields of a structure, or of the fields of all elements of a
    // container together. A map's keys and the length of a container belong to no part.
    std::vector<FieldCost> parts;
};

// The cost of each field of the outermost structure, in order: entry i is what
// AnySimulation::write_field(i, ...) writes. `bytes` must be a valid value (asserted).
std::vector<FieldCost> field_costs(const Schema& schema, ByteView bytes);

}  // namespace tandem::sim
