// SPDX-License-Identifier: MIT
// Finds the field that a byte of a state belongs to, and the bytes that belong to a field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

inline constexpr std::uint32_t k_byte_bits = 8;

// The field, or the key of a map, in which a byte lies.
struct BytePlace {
    std::string path;  // "units[17].hp"; a key is "key 3 of stock", counted from 0
    const sim::SchemaNode* node = nullptr;
    std::size_t offset = 0;  // where its first byte is
    std::size_t bytes = 0;
    bool is_key = false;

    // Returns its value in a state in which it lies at the same place.
    std::string text(sim::ByteView state) const;
};

// Returns the place of this byte. `state` must be valid, and have the byte (both asserted). Every
// byte of a state has a place.
BytePlace place_of_byte(const sim::Schema& schema, sim::ByteView state, std::size_t byte);

// Returns the bytes of `state`, ascending, that belong to fields which differ between two other
// states of the schema. A fault whose consequences are seen there may have begun in them. All three
// must be valid (asserted).
std::vector<std::size_t> bytes_of_differing_fields(const sim::Schema& schema, sim::ByteView state,
                                                   sim::ByteView a, sim::ByteView b);

}  // namespace tandem::replay
