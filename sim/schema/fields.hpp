// SPDX-License-Identifier: MIT
// Reads canonical bytes by their schema, without the game: measures, names, prints and compares
// fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// The size in bytes of the value at the beginning of `bytes`. It checks what the reader checks:
// flags, lengths, counts and unused bits. Only the game knows the order of keys, so here only equal
// neighbours are refused. The error names byte and field.
Result<std::size_t> measure_value(const SchemaNode& node, ByteView bytes);

// A leaf of a value: a number, flag, text, bits, or the length of a container ("units.size").
struct Leaf {
    std::string path;  // "units[17].hp"
    FieldKind kind = FieldKind::unsigned_integer;
    const SchemaNode* node = nullptr;
    std::size_t offset = 0;  // the offset of its first byte within the value
    std::size_t bytes = 0;
};

// Every leaf of a value in canonical order. The values of a map are named by their keys; keys are
// not leaves. `bytes` must be a valid value, see measure_value (asserted).
std::vector<Leaf> list_leaves(const SchemaNode& node, ByteView bytes);

// The leaf with this path. The error lists the possible names at the first name that does not
// exist.
Result<Leaf> find_leaf(const Schema& schema, ByteView bytes, std::string_view path);

// A leaf's value as text: a decimal number, a label, "some". Fixed point has as many digits as
// neighbouring values need to look different.
std::string leaf_text(const SchemaNode& node, ByteView leaf);
// A leaf's raw integer as text; empty if leaf_text shows it already.
std::string leaf_raw_text(const SchemaNode& node, ByteView leaf);

// A map's key in the form used in a path: its leaves, separated by commas. A key of over 128 bytes
// gives its beginning and its hash.
std::string key_text(const SchemaNode& node, ByteView key);

// The differences between two values of one schema, in canonical order. Both must be valid, see
// measure_value (asserted). It allocates at most 12 bytes for each key behind the first differing
// one, and text only for what it returns.
std::vector<FieldDifference> compare_values(const Schema& schema, ByteView a, ByteView b);

}  // namespace tandem::sim
