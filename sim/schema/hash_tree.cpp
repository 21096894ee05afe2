// SPDX-License-Identifier: MIT
// Answers questions about a state's parts: a part is a range of canonical bytes, found anew for
// every question.
#include <tandem/sim/schema/hash_tree.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::sim {
namespace {

struct Part {
    enum class Shape { value, elements, chunk, entries } shape = Shape::value;
    const SchemaNode* node = nullptr;  // of the value, of one element, or the set or map
    ByteView bytes;
    std::uint64_t count = 0;  // elements
    std::uint32_t level = 0;  // of a chunk, or how many bits of a key's hash are settled / 4
    std::vector<KeyedEntry> entries;  // those of the bucket
};

using Parts = std::vector<Part>;

std::size_t size_of_elements(const SchemaNode& element, std::uint64_t count, ByteView bytes) {
    const SizeRange size = size_range(element);
    if (count == 0 || size.bytes_min == size.bytes_max) {
        return static_cast<std::size_t>(count * (count == 0 ? 0 : size.bytes_min));
    }
    std::size_t offset = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        offset += measured(element, bytes.subspan(offset));
    }
    return offset;
}

Part value_part(const SchemaNode& node, ByteView bytes) {
    return {Part::Shape::value, &node, bytes, 0, 0, {}};
}

Parts fields_of(const SchemaNode& node, ByteView bytes) {
    Parts parts;
    for (const SchemaNode& child : node.children) {
        const std::size_t size = measured(child, bytes);
        parts.push_back(value_part(child, bytes.first(size)));
        bytes = bytes.subspan(size);
    }
    return parts;
}

Part entries_of(const SchemaNode& node, std::uint64_t count, ByteView bytes) {
    Part part{Part::Shape::entries, &node, bytes, count, 0, {}};
    for (std::uint64_t i = 0; i < count; ++i) {
        const KeyedEntry entry = first_entry(node, bytes);
        bytes = bytes.subspan(entry.key.size() + entry.mapped.size());
        part.entries.push_back(entry);
    }
    return part;
}

Parts columns_of(const SchemaNode& node, std::uint64_t length, ByteView bytes) {
    Parts parts;
    for (const SchemaNode& child : node.children) {
        const std::size_t size = size_of_elements(child, length, bytes);
        parts.push_back({Part::Shape::elements, &child, bytes.first(size), length, 0, {}});
        bytes = bytes.subspan(size);
    }
    return parts;
}

// What stands behind the length or choice that a value begins with.
Parts parts_behind(const SchemaNode& node, std::uint64_t length, ByteView rest) {
    switch (shape_of(node.kind)) {
        case FieldShape::list:
            return {{Part::Shape::elements, &node.children[0], rest, length, 0, {}}};
        case FieldShape::columns:
            return columns_of(node, length, rest);
        case FieldShape::keyed:
            return {entries_of(node, length, rest)};
        case FieldShape::optional:
            return length == 0 ? Parts{} : Parts{value_part(node.children[0], rest)};
        case FieldShape::variant:
            return {value_part(node.children[static_cast<std::size_t>(length)], rest)};
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
        case FieldShape::structure:
        case FieldShape::array:
            break;
    }
    return {};
}

Parts parts_of_value(const Part& part) {
    const SchemaNode& node = *part.node;
    const std::size_t head = length_bytes(node.kind);
    if (node.kind == FieldKind::structure) {
        return fields_of(node, part.bytes);
    }
    if (head == 0 || node.kind == FieldKind::text) {
        return {};
    }
    ByteReader reader(part.bytes);
    const std::uint64_t length = read_length(reader, node.kind);
    // The length is a part without parts of its own.
    Parts parts{{Part::Shape::chunk, &node, part.bytes.first(head), 0, 0, {}}};
    Parts behind = parts_behind(node, length, part.bytes.subspan(head));
    std::move(behind.begin(), behind.end(), std::back_inserter(parts));
    return parts;
}

// Up to 16 runs of 16^level elements, or at level 0 the elements.
Parts chunks_of(const Part& part) {
    Parts parts;
    ByteView bytes = part.bytes;
    const std::uint64_t chunk = std::uint64_t{1} << (k_tree_chunk_bits * part.level);
    for (std::uint64_t first = 0; first < part.count && parts.size() < k_tree_chunks;
         first += chunk) {
        const std::uint64_t count = std::min(chunk, part.count - first);
        const std::size_t size = size_of_elements(*part.node, count, bytes);
        if (part.level == 0) {
            parts.push_back(value_part(*part.node, bytes.first(size)));
        } else {
            parts.push_back(
                {Part::Shape::chunk, part.node, bytes.first(size), count, part.level - 1, {}});
        }
        bytes = bytes.subspan(size);
    }
    return parts;
}

Parts buckets_of(const Part& part) {
    Parts parts(k_tree_chunks, Part{Part::Shape::entries, part.node, {}, 0, part.level + 1, {}});
    if (part.level < k_tree_levels_max) {
        for (const KeyedEntry& entry : part.entries) {
            const std::uint64_t bits = hash_bytes(entry.key) >> (k_tree_chunk_bits * part.level);
            Part& bucket = parts[bits % k_tree_chunks];
            bucket.entries.push_back(entry);
            ++bucket.count;
        }
    }
    if (part.entries.size() <= k_tree_chunks) {
        for (const KeyedEntry& entry : part.entries) {
            // A key is told whole, so it has no parts.
            parts.push_back({Part::Shape::chunk, &part.node->children[0], entry.key, 0, 0, {}});
            parts.push_back(part.node->kind == FieldKind::map
                                ? value_part(part.node->children[1], entry.mapped)
                                : Part{Part::Shape::chunk, part.node, {}, 0, 0, {}});
        }
    }
    return parts;
}

Part elements_of_array(const Part& part) {
    return {Part::Shape::elements, &part.node->children[0], part.bytes, part.node->count, 0, {}};
}

bool has_elements(const Part& part) {
    return part.shape == Part::Shape::elements ||
           (part.shape == Part::Shape::value && part.node->kind == FieldKind::array);
}

Parts parts_of(const Part& part) {
    switch (part.shape) {
        case Part::Shape::value:
            return parts_of_value(part);
        case Part::Shape::chunk:
            return part.count == 0 ? Parts{} : chunks_of(part);
        case Part::Shape::entries:
            return buckets_of(part);
        case Part::Shape::elements:  // asked for with a level, so that they are a chunk
            break;
    }
    return {};
}

std::optional<Part> part_at(const Part& part, std::uint32_t step) {
    if (has_elements(part)) {
        if (step >= k_tree_levels_max) {
            return std::nullopt;
        }
        Part chunk = part.shape == Part::Shape::value ? elements_of_array(part) : part;
        chunk.shape = Part::Shape::chunk;
        chunk.level = step;
        return chunk;
    }
    Parts parts = parts_of(part);
    return step < parts.size() ? std::optional(std::move(parts[step])) : std::nullopt;
}

TreeNode summary_of(const Part& part) {
    if (part.shape != Part::Shape::entries) {
        const bool is_array = part.shape == Part::Shape::value && has_elements(part);
        return {hash_bytes(part.bytes), is_array ? part.node->count : part.count};
    }
    HashSink sink;
    for (const KeyedEntry& entry : part.entries) {
        sink.write(entry.key.data(), entry.key.size());
        sink.write(entry.mapped.data(), entry.mapped.size());
    }
    return {sink.finish(), part.count};
}

Result<Part> find_part(const Schema& schema, ByteView bytes, const TreePath& path) {
    Part part = value_part(schema.root(), bytes);
    for (const std::uint32_t step : path) {
        auto next = part_at(part, step);
        if (!next) {
            return Error{ErrorCode::bad_data, "hash tree",
                         "the state has no part " + std::to_string(step) +
                             " here; the other side has another state or asks nonsense"};
        }
        part = std::move(*next);
    }
    return part;
}

}  // namespace

HashTree::HashTree(const Schema& schema, ByteView bytes) : schema_(schema), bytes_(bytes) {
    TANDEM_ASSERT(measure_value(schema.root(), bytes).has_value());
}

Result<std::vector<TreeNode>> HashTree::children(const TreePath& path) const {
    const auto part = find_part(schema_, bytes_, path);
    if (!part) {
        return part.error();
    }
    std::vector<TreeNode> nodes;
    for (const Part& child : parts_of(*part)) {
        nodes.push_back(summary_of(child));
    }
    return nodes;
}

Result<Bytes> HashTree::bytes(const TreePath& path) const {
    const auto part = find_part(schema_, bytes_, path);
    if (!part) {
        return part.error();
    }
    const ByteView shown = part->bytes.first(std::min(part->bytes.size(), k_tree_leaf_bytes_max));
    return Bytes(shown.begin(), shown.end());
}

}  // namespace tandem::sim
