// SPDX-License-Identifier: MIT
// Writes only one field of a structure, so that a tool can measure each field by itself.
#pragma once

#include <cstddef>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

class FieldWriter : public Traversal<FieldWriter> {
public:
    // `field` is an index into the children of the structure's schema; fields of base classes come
    // first.
    FieldWriter(std::size_t field, ByteSink& sink) : left_(field), writer_(sink) {}

    template <class T>
    void field(const char*, T& value, const char*) {
        if (left_-- == 0) {
            writer_.visit(value);
            move_ = moves_as_block<T>() ? FieldMove::block : FieldMove::single;
        }
    }

    template <class... Vectors>
    void columns(const Columns<Vectors...>& columns) {
        if (left_-- == 0) {
            writer_.columns(columns);
            move_ = (moves_as_block<Vectors>() && ...) ? FieldMove::block : FieldMove::single;
        }
    }

    // Writes the field of this structure. By Cereal's convention serialize is not const, but
    // nothing changes here.
    template <class T>
    void visit(const T& structure) {
        detail::call_serialize(*this, const_cast<T&>(structure));
    }

    // Says how the field was written.
    FieldMove move() const { return move_; }

private:
    template <class T>
    static bool moves_as_block() {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::text) {
            return true;
        } else if constexpr (detail::is_a<T, std::vector>) {
            return layout_of<typename T::value_type>().block_write;
        } else if constexpr (kind == TypeKind::flat_map) {
            return layout_of<typename T::value_type>().block_write;
        } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
            return layout_of<T>().block_write;
        } else {
            return false;
        }
    }

    std::size_t left_;
    Writer writer_;
    FieldMove move_ = FieldMove::single;
};

}  // namespace tandem::sim
