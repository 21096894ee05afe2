// SPDX-License-Identifier: MIT
// Paths from the inside out, and lengths by kind.
#include <tandem/sim/schema/field_place.hpp>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::sim {

std::string Place::text() const {
    if (parent == nullptr) {
        return "";
    }
    const std::string before = parent->text();
    if (field == nullptr) {
        return before + "[" +
               (key_node == nullptr ? std::to_string(index) : key_text(*key_node, key)) + "]";
    }
    return before.empty() ? field->name : before + "." + field->name;
}

std::size_t length_bytes(FieldKind kind) {
    switch (kind) {
        case FieldKind::text:
        case FieldKind::list:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::columns:
            return sizeof(std::uint32_t);
        case FieldKind::commands:
            return sizeof(std::uint16_t);
        case FieldKind::optional:
        case FieldKind::variant:
            return sizeof(std::uint8_t);
        default:
            return 0;
    }
}

std::uint64_t read_length(ByteReader& reader, FieldKind kind) {
    switch (length_bytes(kind)) {
        case sizeof(std::uint8_t):
            return reader.u8();
        case sizeof(std::uint16_t):
            return reader.u16();
        case sizeof(std::uint32_t):
            return reader.u32();
        default:
            return 0;
    }
}

}  // namespace tandem::sim
