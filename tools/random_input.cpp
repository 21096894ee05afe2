// SPDX-License-Identifier: MIT
// One draw or more for every leaf, in canonical order.
#include <tandem/tools/random_input.hpp>

#include <tandem/sim/assert.hpp>

namespace tandem::tools {
namespace {

using sim::Bytes;
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

void append_value(const SchemaNode& node, Random& random, Bytes& out) {
    const auto repeat = [&](std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            append_value(node.children[0], random, out);
        }
    };
    switch (node.kind) {
        case FieldKind::structure:
            for (const SchemaNode& child : node.children) {
                append_value(child, random, out);
            }
            break;
        case FieldKind::array:
            repeat(node.count);
            break;
        case FieldKind::commands: {
            // Few orders are common and many are possible.
            const std::uint64_t most =
                random.chance(1, 8) ? node.count : std::min<std::uint64_t>(node.count, 2);
            const std::uint64_t count = random.below(most + 1);
            append_bits(count, 2, out);
            repeat(count);
            break;
        }
        case FieldKind::optional: {
            const bool is_there = random.chance(1, 2);
            append_bits(is_there ? 1 : 0, 1, out);
            repeat(is_there ? 1 : 0);
            break;
        }
        case FieldKind::variant: {
            const std::uint64_t choice = random.below(std::uint64_t{node.children.size()});
            append_bits(choice, 1, out);
            append_value(node.children[static_cast<std::size_t>(choice)], random, out);
            break;
        }
        case FieldKind::boolean:
            append_bits(random.below(2U), 1, out);
            break;
        case FieldKind::bits:
            append_flags(node, random, out);
            break;
        case FieldKind::enumeration:
            if (!node.labels.empty()) {
                const std::size_t choice = random.below(node.labels.size());
                append_bits(static_cast<std::uint64_t>(node.labels[choice].first), node.width_bytes,
                            out);
                break;
            }
            [[fallthrough]];
        default:
            TANDEM_ASSERT(node.width_bytes > 0);
            append_bits(random.next64(), node.width_bytes, out);
    }
}

}  // namespace

Bytes random_value(const sim::Schema& schema, Random& random) {
    Bytes out;
    append_value(schema.root(), random, out);
    return out;
}

}  // namespace tandem::tools
