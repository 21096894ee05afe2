// SPDX-License-Identifier: MIT
// What the walks over canonical bytes share: where they are, and how lengths are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// Where a walk is. It lives on the stack, and text is made of it only where it is printed: paths of
// hostile bytes would else cost far more than the bytes.
struct Place {
    const Place* parent = nullptr;      // null for the whole value
    const SchemaNode* field = nullptr;  // of a structure; else an element:
    std::uint64_t index = 0;
    const SchemaNode* key_node = nullptr;  // of a map or set by its key; else by its index
    ByteView key{};

    std::string text() const;  // "units[17].hp"
};

// Bytes of the length or choice that a value of this kind begins with; 0 where there is none.
std::size_t length_bytes(FieldKind kind);
// That length or choice.
std::uint64_t read_length(ByteReader& reader, FieldKind kind);

}  // namespace tandem::sim
