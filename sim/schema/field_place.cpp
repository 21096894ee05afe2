// SPDX-License-Identifier: MIT
// Paths from the inside out, and lengths by kind. Values here were measured before, so that
// measuring them again cannot fail.
#include <tandem/sim/schema/field_place.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

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
    return field_path(before, field->name);
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
        case FieldKind::boolean:
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
        case FieldKind::structure:
        case FieldKind::array:
        case FieldKind::bits:
            return 0;
    }
    return 0;
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

std::size_t measured(const SchemaNode& node, ByteView bytes) {
    const auto size = measure_value(node, bytes);
    TANDEM_ASSERT(size.has_value());
    return *size;
}

ByteView first_key(const SchemaNode& node, ByteView bytes) {
    const SchemaNode& key = node.children[0];
    if (key.kind == FieldKind::text) {  // its length says its size
        ByteReader reader(bytes);
        const std::uint64_t size = read_length(reader, key.kind) + length_bytes(key.kind);
        return bytes.first(static_cast<std::size_t>(size));
    }
    return bytes.first(measured(key, bytes));
}

KeyedEntry first_entry(const SchemaNode& node, ByteView bytes) {
    KeyedEntry entry;
    entry.key = first_key(node, bytes);
    if (node.kind == FieldKind::map) {
        const ByteView rest = bytes.subspan(entry.key.size());
        entry.mapped = rest.first(measured(node.children[1], rest));
    }
    return entry;
}

}  // namespace tandem::sim
