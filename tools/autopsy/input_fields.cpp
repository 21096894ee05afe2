// SPDX-License-Identifier: MIT
// The schema is walked once; an input is then cut without looking at names.
#include <tandem/tools/autopsy/input_fields.hpp>

#include <algorithm>
#include <array>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/formats/value_parts.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using sim::ByteView;
using sim::FieldKind;
using sim::SchemaNode;

constexpr std::uint64_t k_elements_max = 8;  // elements of an array that become fields
constexpr std::size_t k_number_bytes_max = 8;

std::uint64_t top_bit(std::size_t bytes) { return std::uint64_t{1} << (bytes * 8 - 1); }

}  // namespace

InputFields::InputFields(const sim::Schema& input_schema, std::size_t fields_max) {
    add(input_schema.root(), "");
    shown_ = std::min(fields_max, fields_.size());
}

void InputFields::add(const SchemaNode& node, const std::string& path) {
    if (node.kind == FieldKind::structure) {
        for (const SchemaNode& child : node.children) {
            add(child, path.empty() ? child.name : path + "." + child.name);
        }
        return;
    }
    if (node.kind == FieldKind::array && node.count <= k_elements_max) {
        for (std::uint64_t i = 0; i < node.count; ++i) {
            add(node.children.front(), path + "[" + std::to_string(i) + "]");
        }
        return;
    }
    const sim::SizeRange size = sim::size_range(node);
    const std::uint64_t bytes = size.bytes_min == size.bytes_max ? size.bytes_min : 0;
    const bool is_number = sim::shape_of(node.kind) == sim::FieldShape::number && bytes > 0 &&
                           bytes <= k_number_bytes_max;
    fields_.push_back({path, node, is_number, bytes});
}

void InputFields::cut(ByteView input, std::vector<ByteView>& out) const {
    out.clear();
    std::size_t at = 0;
    for (const InputField& field : shown()) {
        const ByteView rest = input.subspan(at);
        std::size_t bytes = field.bytes;
        if (bytes == 0) {
            const auto measured = sim::measure_value(field.node, rest);
            TANDEM_ASSERT(measured.has_value());
            bytes = *measured;
        }
        out.push_back(rest.first(bytes));
        at += bytes;
    }
}

std::uint64_t raw_of(ByteView bytes) {
    std::uint64_t raw = 0;
    for (std::size_t i = 0; i < std::min(bytes.size(), k_number_bytes_max); ++i) {
        raw |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return raw;
}

std::uint64_t order_of(const SchemaNode& node, std::uint64_t raw) {
    const std::uint64_t sign = top_bit(sim::size_range(node).bytes_min);
    if (node.kind == FieldKind::floating) {
        // In IEEE 754 the bits of a negative number grow as its value falls.
        return (raw & sign) != 0 ? (sign - 1) - (raw & (sign - 1)) : raw | sign;
    }
    const bool is_signed = node.kind == FieldKind::signed_integer ||
                           node.kind == FieldKind::fixed ||
                           (node.kind == FieldKind::enumeration && node.is_signed);
    return is_signed ? raw ^ sign : raw;
}

std::string field_text(const SchemaNode& node, ByteView bytes) {
    if (const auto length = length_of(node, bytes)) {
        return std::to_string(*length) + (*length == 1 ? " entry" : " entries");
    }
    const ValuePart part{&node, bytes, 0, {}, false, nullptr};
    if (auto text = part_text(part)) {
        return std::move(*text);
    }
    return count_text(bytes.size(), "byte");
}

std::string number_text(const SchemaNode& node, std::uint64_t raw) {
    std::array<std::byte, k_number_bytes_max> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(raw >> (8 * i) & 0xFFU);
    }
    return sim::leaf_text(node, ByteView(bytes).first(sim::size_range(node).bytes_min));
}

}  // namespace tandem::tools::autopsy
