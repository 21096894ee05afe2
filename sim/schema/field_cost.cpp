// SPDX-License-Identifier: MIT
// Adds up sizes along a state; elements of one size are counted without looking at them.
#include <tandem/sim/schema/field_cost.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::sim {
namespace {

std::vector<FieldCost> empty_parts(const SchemaNode& structure, const std::string& prefix) {
    std::vector<FieldCost> parts;
    for (const SchemaNode& child : structure.children) {
        parts.push_back({prefix + child.name, 0, 0, {}});
    }
    return parts;
}

// Adds the value of a structure that `bytes` begins with, and returns its size.
std::size_t add_structure(const SchemaNode& structure, ByteView bytes,
                          std::vector<FieldCost>& parts) {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < structure.children.size(); ++i) {
        const std::size_t size = measured(structure.children[i], bytes.subspan(offset));
        parts[i].bytes += size;
        ++parts[i].elements;
        offset += size;
    }
    return offset;
}

// Adds `count` columns, or structures that all have one size.
void add_counted(const SchemaNode& structure, std::uint64_t count, std::vector<FieldCost>& parts) {
    for (std::size_t i = 0; i < structure.children.size(); ++i) {
        parts[i].bytes = count * size_range(structure.children[i]).bytes_min;
        parts[i].elements = count;
    }
}

// Adds the elements in `bytes`, which begin behind the length.
void add_elements(const SchemaNode& node, ByteView bytes, FieldCost& cost) {
    const SchemaNode& element = node.children.back();
    if (element.kind != FieldKind::structure) {
        return;
    }
    cost.parts = empty_parts(element, cost.path + "[].");
    const SizeRange size = size_range(element);
    if (size.bytes_min == size.bytes_max) {
        add_counted(element, cost.elements, cost.parts);
        return;
    }
    for (std::uint64_t i = 0; i < cost.elements; ++i) {
        if (node.kind == FieldKind::map) {
            bytes = bytes.subspan(measured(node.children[0], bytes));
        }
        bytes = bytes.subspan(add_structure(element, bytes, cost.parts));
    }
}

FieldCost cost_of(const SchemaNode& node, const std::string& path, ByteView bytes) {
    FieldCost cost{path, bytes.size(), 1, {}};
    ByteReader reader(bytes);
    const std::size_t behind_length = length_bytes(node.kind);
    switch (shape_of(node.kind)) {
        case FieldShape::structure:
            cost.parts = empty_parts(node, path + ".");
            add_structure(node, bytes, cost.parts);
            break;
        case FieldShape::array:
            cost.elements = node.count;
            add_elements(node, bytes, cost);
            break;
        case FieldShape::list:
        case FieldShape::keyed:
            cost.elements = read_length(reader, node.kind);
            add_elements(node, bytes.subspan(behind_length), cost);
            break;
        case FieldShape::columns:
            cost.elements = read_length(reader, node.kind);
            cost.parts = empty_parts(node, path + "[].");
            add_counted(node, cost.elements, cost.parts);
            break;
        case FieldShape::text:
            cost.elements = read_length(reader, node.kind);
            break;
        case FieldShape::bits:
            cost.elements = node.count;
            break;
        case FieldShape::number:
        case FieldShape::optional:
        case FieldShape::variant:
            break;
    }
    return cost;
}

}  // namespace

std::vector<FieldCost> field_costs(const Schema& schema, ByteView bytes) {
    TANDEM_ASSERT(schema.root().kind == FieldKind::structure);
    std::vector<FieldCost> costs;
    for (const SchemaNode& child : schema.root().children) {
        const std::size_t size = measured(child, bytes);
        costs.push_back(cost_of(child, child.name, bytes.first(size)));
        bytes = bytes.subspan(size);
    }
    return costs;
}

}  // namespace tandem::sim
