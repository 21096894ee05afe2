// SPDX-License-Identifier: MIT
// Parts that all walks over canonical bytes share: their present place, how lengths are stored, and
// where a value or an entry ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// The present place of a walk. It lives on the stack. Text is made of it only when it is printed;
// otherwise the paths of hostile bytes would cost far more than the bytes.
struct Place {
    const Place* parent = nullptr;      // null for the whole value
    const SchemaNode* field = nullptr;  // the field of a structure; else an element:
    std::uint64_t index = 0;
    const SchemaNode* key_node = nullptr;  // its key's type, in a map or set; else null
    ByteView key{};

    std::string text() const;  // "units[17].hp"
};

// How many bytes the length or choice at the beginning of a value of this kind takes; 0 if there is
// none.
std::size_t length_bytes(FieldKind kind);
// Reads the length or choice at the beginning of a value of this kind.
std::uint64_t read_length(ByteReader& reader, FieldKind kind);

// The size of the value at the beginning of `bytes`, which must be valid (asserted).
std::size_t measured(const SchemaNode& node, ByteView bytes);

// An entry of a set or map.
struct KeyedEntry {
    ByteView key;
    ByteView mapped;  // empty in a set
};

// The key at the beginning of `bytes`, which begin with an entry of `node`.
ByteView first_key(const SchemaNode& node, ByteView bytes);
// The entry at the beginning of `bytes`.
KeyedEntry first_entry(const SchemaNode& node, ByteView bytes);

}  // namespace tandem::sim
