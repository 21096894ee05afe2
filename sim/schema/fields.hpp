// SPDX-License-Identifier: MIT
// Reading canonical bytes by their schema, without the game: measuring, naming, printing and
// comparing fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// Size in bytes of the value that `bytes` begins with. Checks what the reader checks (flags,
// lengths, counts, unused bits) but for the order of keys, which only the game knows: of them equal
// neighbours are refused. The error names byte and field.
Result<std::size_t> measure_value(const SchemaNode& node, ByteView bytes);

// One leaf of a value: a number, flag, text, bits, or the length of a container ("units.size").
struct Leaf {
    std::string path;  // "units[17].hp"
    FieldKind kind = FieldKind::unsigned_integer;
    const SchemaNode* node = nullptr;
    std::size_t offset = 0;  // of its first byte within the value
    std::size_t bytes = 0;
};

// Every leaf of a value in canonical order; a map's values are named by their keys, which are no
// leaves themselves. `bytes` must have been measured successfully (asserted).
std::vector<Leaf> list_leaves(const SchemaNode& node, ByteView bytes);

// The leaf with this path. The error lists what there is at the first name that does not fit.
Result<Leaf> find_leaf(const Schema& schema, ByteView bytes, std::string_view path);

// A leaf's value as text: decimal, label, "some", fixed point with all digits that tell neighbours
// apart.
std::string leaf_text(const SchemaNode& node, ByteView leaf);
// A leaf's raw integer as text, where leaf_text does not already show it; else empty.
std::string leaf_raw_text(const SchemaNode& node, ByteView leaf);

// A map's key as it stands in a path: its leaves, separated by commas; of one of over 128 bytes its
// beginning and its hash.
std::string key_text(const SchemaNode& node, ByteView key);

// What differs between two values of one schema, in canonical order. Both must measure successfully
// (asserted). Allocates no more than 12 bytes for each key that stands behind a differing one, and
// text only for what it returns.
std::vector<FieldDifference> compare_values(const Schema& schema, ByteView a, ByteView b);

}  // namespace tandem::sim
