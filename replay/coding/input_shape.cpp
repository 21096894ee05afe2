// SPDX-License-Identifier: MIT
// Lays out cells by the schema.
#include <tandem/replay/coding/input_shape.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>

namespace tandem::replay {
namespace {

using sim::FieldShape;

// Elements beyond this many cells share the cells of the last one that has its own.
constexpr std::uint32_t k_element_cells_max = 1'024;

std::uint32_t own_elements(std::uint64_t count, std::uint32_t element_cells) {
    const std::uint32_t room = std::max(k_element_cells_max / std::max(element_cells, 1U), 1U);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(count, 1, room));
}

void lay_out_elements(ShapeNode& node, std::uint64_t count, std::uint32_t element_cells) {
    node.element_cells = element_cells;
    node.elements = own_elements(count, element_cells);
    node.cells = node.head_cells + node.elements * element_cells;
}

// Gives the children their places, one behind the other. Returns the number of all their cells.
std::uint32_t line_up(ShapeNode& node) {
    std::uint32_t cells = 0;
    for (ShapeNode& child : node.children) {
        child.first_cell = cells;
        cells += child.cells;
    }
    return cells;
}

ShapeNode make_node(const sim::SchemaNode& field) {
    ShapeNode node;
    node.kind = field.kind;
    node.shape = shape_of(field.kind);
    node.count = field.count;
    node.head_cells = static_cast<std::uint32_t>(sim::length_bytes(field.kind));
    for (const sim::SchemaNode& child : field.children) {
        node.children.push_back(make_node(child));
    }
    switch (node.shape) {
        case FieldShape::number:
            node.count = field.width_bytes;
            node.cells = field.width_bytes;
            break;
        case FieldShape::bits:
            lay_out_elements(node, (field.count + 7) / 8, 1);
            break;
        case FieldShape::text:
            lay_out_elements(node, sim::k_unbounded, 1);
            break;
        case FieldShape::structure:
            node.cells = line_up(node);
            break;
        case FieldShape::array:
            lay_out_elements(node, node.count, line_up(node));
            break;
        case FieldShape::list:
            lay_out_elements(node,
                             node.kind == sim::FieldKind::commands ? node.count : sim::k_unbounded,
                             line_up(node));
            break;
        case FieldShape::columns:
        case FieldShape::keyed:
            lay_out_elements(node, sim::k_unbounded, line_up(node));
            break;
        case FieldShape::optional:
            node.cells = node.head_cells + line_up(node);
            break;
        case FieldShape::variant:
            for (const ShapeNode& child : node.children) {
                node.cells = std::max(node.cells, child.cells);
            }
            node.cells += node.head_cells;
            break;
    }
    return node;
}

bool is_always_whole(const ShapeNode& node) {
    return node.head_cells == 0 &&
           (node.shape == FieldShape::number || node.shape == FieldShape::structure ||
            node.elements >=
                (node.shape == FieldShape::bits ? (node.count + 7) / 8 : node.count)) &&
           std::all_of(node.children.begin(), node.children.end(), is_always_whole);
}

void append_idle(const sim::SchemaNode& field, sim::Bytes& out) {
    const std::size_t head = sim::length_bytes(field.kind);
    out.resize(out.size() + head);
    switch (shape_of(field.kind)) {
        case FieldShape::number:
            out.resize(out.size() + field.width_bytes);
            break;
        case FieldShape::bits:
            out.resize(out.size() + static_cast<std::size_t>((field.count + 7) / 8));
            break;
        case FieldShape::structure:
            for (const sim::SchemaNode& child : field.children) {
                append_idle(child, out);
            }
            break;
        case FieldShape::array:
            for (std::uint64_t i = 0; i < field.count; ++i) {
                append_idle(field.children[0], out);
            }
            break;
        case FieldShape::variant:
            append_idle(field.children[0], out);
            break;
        case FieldShape::text:
        case FieldShape::list:
        case FieldShape::columns:
        case FieldShape::keyed:
        case FieldShape::optional:
            break;
    }
}

}  // namespace

InputShape::InputShape(const sim::Schema& input_schema)
    : root_(make_node(input_schema.root())), is_fixed_(is_always_whole(root_)) {}

sim::Bytes idle_input(const sim::Schema& input_schema) {
    sim::Bytes bytes;
    append_idle(input_schema.root(), bytes);
    return bytes;
}

}  // namespace tandem::replay
