// SPDX-License-Identifier: MIT
// What each field of a state costs in canonical bytes, found by its schema.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

struct FieldCost {
    std::string path;            // "units", and of a part "units[].hp"
    std::uint64_t bytes = 0;     // canonical, lengths and flags included
    std::uint64_t elements = 1;  // of a container; else how many values there are
    // One level down: a structure's fields, or those of a container's elements together. A map's
    // keys and what says how long a container is belong to none.
    std::vector<FieldCost> parts;
};

// One for each field of the outermost structure, in order: entry i is what
// AnySimulation::write_field(i, ...) writes. `bytes` must measure (asserted).
std::vector<FieldCost> field_costs(const Schema& schema, ByteView bytes);

}  // namespace tandem::sim
