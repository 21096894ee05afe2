// SPDX-License-Identifier: MIT
// Finds out whether the memory of a type equals its canonical bytes, by one probe of its serialize.
// If so, arrays of it are copied as blocks, with the same result as field by field.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/serialize/traversal.hpp>

namespace tandem::sim {

struct Layout {
    std::uint64_t bytes_min = 0;  // smallest canonical size of a value; it bounds hostile counts
    bool block_write = false;     // memory equals canonical bytes
    bool block_read = false;      // and all bytes are a valid value
    // The offsets of the flags (bool), ascending, if all bytes are valid except for flags. It is
    // empty also if there are too many of them.
    std::vector<std::uint32_t> flags;
};

// With more flags than this in one element, its elements are read one by one.
inline constexpr std::size_t k_layout_flags_max = 64;

// True if all elements of this size have 0 or 1 at these offsets.
bool flags_are_sound(ByteView raw, std::size_t element_bytes,
                     const std::vector<std::uint32_t>& flags);

template <class T>
const Layout& layout_of();

// Walks over one object and compares the address of every leaf with its canonical offset.
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
            flag(bytes_);
            leaf(&value, sizeof(T));
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
        const bool has_known_flags = block && flags_.size() <= k_layout_flags_max;
        return {bytes_, block, block && any_bytes_are_valid_,
                has_known_flags ? flags_ : std::vector<std::uint32_t>{}};
    }

private:
    void flag(std::uint64_t offset) {
        any_bytes_are_valid_ = false;
        if (flags_.size() <= k_layout_flags_max) {
            flags_.push_back(static_cast<std::uint32_t>(offset));
        }
    }

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
        // It stops at a flag more than the maximum, which means that there are too many.
        for (std::size_t i = 0; i < std::size(array) && flags_.size() <= k_layout_flags_max; ++i) {
            for (const std::uint32_t offset : element.flags) {
                flag(bytes_ + i * element.bytes_min + offset);
            }
        }
        if (!element.block_read && element.flags.empty()) {
            flags_.resize(k_layout_flags_max + 1);
        }
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
    std::vector<std::uint32_t> flags_;
};

// A default value to look at. It lies on the heap, because a state may have many megabytes.
// (std::make_unique alone cannot make the rows of a C array.)
template <class T>
struct Specimen {
    Specimen() : value() {}
    T value;
};

// The layout of a T. It is computed once and kept.
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
