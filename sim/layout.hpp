// SPDX-License-Identifier: MIT
// Whether a type's memory is its canonical form, found by a once-per-type probe of its serialize:
// then arrays of it move as blocks, with the same result as field by field.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tandem/sim/traversal.hpp>

namespace tandem::sim {

struct Layout {
    std::uint64_t bytes_min = 0;  // smallest canonical size of a value; bounds hostile counts
    bool block_write = false;     // memory equals canonical bytes
    bool block_read =
        false;  // and any bytes are a valid value (false where a bool must be checked)
};

template <class T>
const Layout& layout_of();

// Walks one object and compares the address of every leaf with the canonical offset it should have.
class LayoutProbe : public Traversal<LayoutProbe> {
public:
    explicit LayoutProbe(const void* object) : base_(static_cast<const std::byte*>(object)) {}

    template <class T>
    void field(const char*, T& value, const char*) {
        visit(value);
    }

    template <class... Vectors>
    void columns(const Columns<Vectors...>&) {
        is_flat_ = false;
        bytes_ += sizeof(std::uint32_t);
    }

    template <class T>
    void visit(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::boolean) {
            leaf(&value, sizeof(T));
            any_bytes_are_valid_ = false;
        } else if constexpr (kind == TypeKind::integer || kind == TypeKind::enumeration ||
                             kind == TypeKind::fixed || kind == TypeKind::angle ||
                             kind == TypeKind::unportable) {
            leaf(&value, sizeof(T));
        } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
            visit_array(value);
        } else if constexpr (kind == TypeKind::object) {
            detail::call_serialize(*this, value);
        } else {
            is_flat_ = false;
            visit_other(value);
        }
    }

    Layout layout(std::size_t object_bytes, bool trivially_copyable) const {
        const bool block = is_flat_ && trivially_copyable && bytes_ == object_bytes &&
                           std::endian::native == std::endian::little;
        return {bytes_, block, block && any_bytes_are_valid_};
    }

private:
    void leaf(const void* address, std::size_t bytes) {
        is_flat_ = is_flat_ && address == base_ + bytes_;
        bytes_ += bytes;
    }

    template <class Array>
    void visit_array(Array& array) {
        using Element = std::remove_reference_t<decltype(array[0])>;
        const Layout& element = layout_of<Element>();
        is_flat_ =
            is_flat_ && element.block_write && static_cast<const void*>(&array) == base_ + bytes_;
        any_bytes_are_valid_ = any_bytes_are_valid_ && element.block_read;
        bytes_ += element.bytes_min * std::size(array);
    }

    template <class T>
    void visit_other(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::optional) {
            bytes_ += 1;
        } else if constexpr (kind == TypeKind::commands) {
            bytes_ += sizeof(std::uint16_t);
        } else if constexpr (kind == TypeKind::bits) {
            bytes_ += (value.size() + 7) / 8;
        } else if constexpr (kind == TypeKind::variant) {
            bytes_ += 1 + smallest_alternative(static_cast<const T*>(nullptr));
        } else if constexpr (kind == TypeKind::pair || kind == TypeKind::tuple) {
            std::apply([&](auto&... part) { (visit(part), ...); }, value);
        } else {
            bytes_ += sizeof(std::uint32_t);  // text, sequence, set, map: their length
        }
    }

    template <class... Alternatives>
    static std::uint64_t smallest_alternative(const std::variant<Alternatives...>*) {
        std::uint64_t smallest = ~std::uint64_t{0};
        ((smallest = std::min(smallest, layout_of<Alternatives>().bytes_min)), ...);
        return smallest;
    }

    const std::byte* base_;
    std::uint64_t bytes_ = 0;
    bool is_flat_ = true;
    bool any_bytes_are_valid_ = true;
};

// A default value to look at. It goes to the heap, where states of many megabytes belong;
// std::make_unique alone would not make the rows of a C array.
template <class T>
struct Specimen {
    Specimen() : value() {}
    T value;
};

template <class T>
const Layout& layout_of() {
    static const Layout layout = [] {
        const auto specimen = std::make_unique<Specimen<T>>();
        LayoutProbe probe(&specimen->value);
        probe.visit(specimen->value);
        return probe.layout(sizeof(T), std::is_trivially_copyable_v<T>);
    }();
    return layout;
}

}  // namespace tandem::sim
