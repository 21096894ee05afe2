// SPDX-License-Identifier: MIT
// Draws a number or more for every leaf, in canonical order.
#include <tandem/tools/inputs/random_input.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::tools {
namespace {

using sim::FieldKind;
using sim::SchemaNode;

void append_bits(std::uint64_t value, std::size_t width, Bytes& out) {
    for (std::size_t i = 0; i < width; ++i) {
        out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFFU));
    }
}

void append_flags(const SchemaNode& node, Random& random, Bytes& out) {
    for (std::uint64_t first = 0; first < node.count; first += 8) {
        const std::uint64_t used = std::min<std::uint64_t>(8, node.count - first);
        append_bits(random.below(std::uint32_t{1} << used), 1, out);
    }
}

void append_value(const SchemaNode& node, Random& random, Bytes& out);

void append_values(std::uint64_t count, const SchemaNode& node, Random& random, Bytes& out) {
    for (std::uint64_t i = 0; i < count; ++i) {
        append_value(node, random, out);
    }
}

// Draws orders: few are common and many are possible.
void append_commands(const SchemaNode& node, Random& random, Bytes& out) {
    const std::uint64_t most =
        random.chance(1, 8) ? node.count : std::min<std::uint64_t>(node.count, 2);
    const std::uint64_t count = random.below(most + 1);
    append_bits(count, 2, out);
    append_values(count, node.children[0], random, out);
}

void append_optional(const SchemaNode& node, Random& random, Bytes& out) {
    const std::uint64_t count = random.below(2U);
    append_bits(count, 1, out);
    append_values(count, node.children[0], random, out);
}

void append_variant(const SchemaNode& node, Random& random, Bytes& out) {
    const std::uint64_t choice = random.below(std::uint64_t{node.children.size()});
    append_bits(choice, 1, out);
    append_value(node.children[static_cast<std::size_t>(choice)], random, out);
}

void append_number(const SchemaNode& node, Random& random, Bytes& out) {
    const std::uint64_t value =
        node.labels.empty()
            ? random.next64()
            : static_cast<std::uint64_t>(node.labels[random.below(node.labels.size())].first);
    append_bits(value, node.width_bytes, out);
}

void append_value(const SchemaNode& node, Random& random, Bytes& out) {
    switch (node.kind) {
        case FieldKind::structure:
            for (const SchemaNode& child : node.children) {
                append_value(child, random, out);
            }
            break;
        case FieldKind::array:
            append_values(node.count, node.children[0], random, out);
            break;
        case FieldKind::commands:
            append_commands(node, random, out);
            break;
        case FieldKind::optional:
            append_optional(node, random, out);
            break;
        case FieldKind::variant:
            append_variant(node, random, out);
            break;
        case FieldKind::boolean:
            append_bits(random.below(2U), 1, out);
            break;
        case FieldKind::bits:
            append_flags(node, random, out);
            break;
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            append_number(node, random, out);
            break;
        case FieldKind::text:
        case FieldKind::list:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::columns:
            // The size of such a field would have no bound; the concept of an input refuses it.
            sim::assertion_failed("an input has no field of this kind", __FILE__, __LINE__);
    }
}

}  // namespace

Bytes random_value(const sim::Schema& schema, Random& random) {
    Bytes out;
    append_value(schema.root(), random, out);
    return out;
}

}  // namespace tandem::tools
