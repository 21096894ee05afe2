// SPDX-License-Identifier: MIT
// The cell of each byte of an input. A cell keeps the last value of its byte and the beliefs about
// it, also while the field is absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {

// A node of the input's schema, with cells. Cells are counted from the first cell of the parent,
// or of the parent's element.
struct ShapeNode {
    sim::FieldKind kind = sim::FieldKind::structure;     // as in the schema
    sim::FieldShape shape = sim::FieldShape::structure;  // its layout
    std::uint64_t count = 0;          // number: its bytes; array: its elements; bits: how many
    std::uint32_t head_cells = 0;     // cells of the length, flag or choice before the parts
    std::uint32_t first_cell = 0;     // within the parent
    std::uint32_t cells = 0;          // cells of the whole node
    std::uint32_t element_cells = 0;  // cells of one element
    // The number of elements with cells of their own; all others share the last one's.
    std::uint32_t elements = 0;
    std::vector<ShapeNode> children;  // as in the schema
};

// The cells of an input schema.
class InputShape {
public:
    // Lays out the cells.
    explicit InputShape(const sim::Schema& input_schema);

    // The outermost structure.
    const ShapeNode& root() const { return root_; }
    // The number of cells.
    std::uint32_t cells() const { return root_.cells; }
    // True if every input has the same fields, so that each cell stands for one byte.
    bool is_fixed() const { return is_fixed_; }

private:
    ShapeNode root_;
    bool is_fixed_ = true;
};

// Returns the canonical bytes of the input whose numbers are 0, whose containers are empty, whose
// optionals are absent and whose variants have their first alternative.
sim::Bytes idle_input(const sim::Schema& input_schema);

}  // namespace tandem::replay
