// SPDX-License-Identifier: MIT
// Walks a value by its shape and codes each of its bytes in the byte's cell, from a record into a
// piece or from a piece into a record.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/replay/coding/input_model.hpp>
#include <tandem/replay/coding/input_shape.hpp>
#include <tandem/replay/coding/range_coder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// The bytes of a value that is encoded. The value is canonical; a cut one is asserted against.
class ValueSource {
public:
    explicit ValueSource(sim::ByteView bytes) : bytes_(bytes) {}

    // Returns the next number of so many bytes.
    std::uint64_t next(std::size_t width) const {
        TANDEM_ASSERT(width <= bytes_.size() - offset_);
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < width; ++i) {
            number |= std::to_integer<std::uint64_t>(bytes_[offset_ + i]) << (8 * i);
        }
        return number;
    }
    // Goes on behind the number.
    void write(std::uint64_t, std::size_t width) { offset_ += width; }
    // The number of bytes that were read.
    std::size_t bytes() const { return offset_; }
    // Always false: a source has room for any number.
    bool is_full() const { return false; }

private:
    sim::ByteView bytes_;
    std::size_t offset_ = 0;
};

// Appends the bytes of a value that is decoded to other bytes.
class ValueSink {
public:
    // `out` never grows beyond `bytes_max`.
    ValueSink(sim::Bytes& out, std::size_t bytes_max) : out_(out), bytes_max_(bytes_max) {}

    // Always 0: nothing is known of the next number.
    std::uint64_t next(std::size_t) const { return 0; }
    // Appends a number of so many bytes, if there is room.
    void write(std::uint64_t number, std::size_t width) {
        if (out_.size() > bytes_max_ || width > bytes_max_ - out_.size()) {
            is_full_ = true;
            return;
        }
        for (std::size_t i = 0; i < width; ++i) {
            out_.push_back(static_cast<std::byte>(static_cast<std::uint8_t>(number >> (8 * i))));
        }
    }
    // Appends bytes, if there is room.
    void write(sim::ByteView bytes) {
        if (out_.size() > bytes_max_ || bytes.size() > bytes_max_ - out_.size()) {
            is_full_ = true;
            return;
        }
        sim::append(out_, bytes);
    }
    // True if something did not fit.
    bool is_full() const { return is_full_; }

private:
    sim::Bytes& out_;
    std::size_t bytes_max_;
    bool is_full_ = false;
};

// Codes one value of a row that changed.
template <class Way, class Values>
class ValueCoder {
public:
    ValueCoder(InputModel& model, Way& way, Values& values, std::uint32_t slot)
        : model_(model), way_(way), values_(values), slot_(slot) {}

    // Codes the value of a node whose parent, or whose parent's element, begins with the cell
    // `base`.
    void value(const ShapeNode& node, std::uint32_t base) {
        base += node.first_cell;
        switch (node.shape) {
            case sim::FieldShape::number:
                number(base, static_cast<std::uint32_t>(node.count), tag_of(node, false),
                       node.kind == sim::FieldKind::boolean ? 1 : 8);
                break;
            case sim::FieldShape::bits:
                bits(node, base);
                break;
            case sim::FieldShape::structure:
                children(node, base);
                break;
            case sim::FieldShape::array:
                elements(node, base, node.count);
                break;
            case sim::FieldShape::text:
                text(node, base, head(node, base, 8));
                break;
            case sim::FieldShape::list:
            case sim::FieldShape::keyed:
                elements(node, base, head(node, base, 8));
                break;
            case sim::FieldShape::columns:
                columns(node, base, head(node, base, 8));
                break;
            case sim::FieldShape::optional:
                if (head(node, base, 1) != 0) {
                    children(node, base + node.head_cells);
                }
                break;
            case sim::FieldShape::variant: {
                const std::uint64_t choice = head(node, base, 8);
                if (choice < node.children.size()) {
                    value(node.children[static_cast<std::size_t>(choice)], base + node.head_cells);
                }
                break;
            }
        }
    }

private:
    static std::uint32_t tag_of(const ShapeNode& node, bool is_head) {
        return static_cast<std::uint32_t>(node.kind) * 16 + (is_head ? 8U : 0U);
    }

    // Codes a number from its highest byte to its lowest, and returns it.
    std::uint64_t number(std::uint32_t cell, std::uint32_t width, std::uint32_t tag,
                         std::uint32_t top_bits) {
        const std::uint64_t given = values_.next(width);
        std::uint64_t coded = 0;
        for (std::uint32_t i = width; i-- > 0;) {
            const CellSort sort{i + 1 == width ? top_bits : 8, tag + i};
            coded = coded << 8 | model_.code_cell(way_, slot_, cell++, sort,
                                                  static_cast<std::uint8_t>(given >> (8 * i)));
        }
        values_.write(coded, width);
        return coded;
    }

    // Codes the length, flag or choice in front of a node's parts, and returns it.
    std::uint64_t head(const ShapeNode& node, std::uint32_t base, std::uint32_t top_bits) {
        return number(base, node.head_cells, tag_of(node, true), top_bits);
    }

    void children(const ShapeNode& node, std::uint32_t base) {
        for (const ShapeNode& child : node.children) {
            value(child, base);
        }
    }

    static std::uint32_t element_base(const ShapeNode& node, std::uint32_t base, std::uint64_t i) {
        const auto own = static_cast<std::uint32_t>(std::min<std::uint64_t>(i, node.elements - 1));
        return base + node.head_cells + own * node.element_cells;
    }

    // Codes the elements. If the count is wrong, it ends when the room for them is full.
    void elements(const ShapeNode& node, std::uint32_t base, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count && !values_.is_full(); ++i) {
            children(node, element_base(node, base, i));
        }
    }

    void columns(const ShapeNode& node, std::uint32_t base, std::uint64_t count) {
        for (const ShapeNode& child : node.children) {
            for (std::uint64_t i = 0; i < count && !values_.is_full(); ++i) {
                value(child, element_base(node, base, i));
            }
        }
    }

    void text(const ShapeNode& node, std::uint32_t base, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count && !values_.is_full(); ++i) {
            number(element_base(node, base, i), 1, tag_of(node, false), 8);
        }
    }

    void bits(const ShapeNode& node, std::uint32_t base) {
        const std::uint64_t bytes = (node.count + 7) / 8;
        for (std::uint64_t i = 0; i < bytes && !values_.is_full(); ++i) {
            const std::uint64_t left = node.count - 8 * i;
            number(element_base(node, base, i), 1, tag_of(node, false),
                   static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 8)));
        }
    }

    InputModel& model_;
    Way& way_;
    Values& values_;
    std::uint32_t slot_;
};

}  // namespace tandem::replay
