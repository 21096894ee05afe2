// SPDX-License-Identifier: MIT
// Computes how much memory a type takes, by rules of our own that are the same on every machine.
// Otherwise one machine could accept a state that another refuses, because its pointers or its
// alignment differ.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tandem/sim/serialize/layout.hpp>

namespace tandem::sim {

// The memory of a type. A type is wide if a part of it differs between machines in size or
// alignment: parts of 64 bits, and containers. Any other type has the size that sizeof says, on
// every machine.
struct MemorySize {
    std::uint64_t bytes = 0;
    bool is_wide = false;
};

// An upper bound of the memory of a T, for any order of its parts. Containers count as those of
// libstdc++ with pointers of 64 bits, and wide parts are aligned to eight bytes. Members that
// serialize does not name count with their sizeof. If they hold pointers, they may differ between
// machines.
template <class T>
MemorySize memory_size();

namespace detail {

constexpr std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

// Parts of one structure, in any order. Each wide part ends a run of narrow parts, and the end of
// that run needs padding.
class PartSizes {
public:
    void add(MemorySize part, std::uint64_t count = 1) {
        std::uint64_t& sum = part.is_wide ? wide_bytes_ : narrow_bytes_;
        std::uint64_t& parts = part.is_wide ? wide_parts_ : narrow_parts_;
        sum += count * rounded_up(part.bytes, part.is_wide ? 8 : 4);
        parts += count;
    }
    bool is_wide() const { return wide_parts_ > 0; }
    // The memory of the structure, whose sizeof is `said`.
    MemorySize size(std::uint64_t said) const {
        if (!is_wide()) {
            return {said, false};
        }
        const std::uint64_t runs = std::min(narrow_parts_, wide_parts_ + 1);
        return {std::max(said, rounded_up(wide_bytes_ + narrow_bytes_ + 4 * runs, 8)), true};
    }

private:
    std::uint64_t wide_bytes_ = 0;
    std::uint64_t wide_parts_ = 0;
    std::uint64_t narrow_bytes_ = 0;
    std::uint64_t narrow_parts_ = 0;
};

// Adds the fields of an object as parts.
class MemoryProbe : public Traversal<MemoryProbe> {
public:
    template <class T>
    void field(const char*, T&, const char*) {
        parts.add(memory_size<T>());
    }
    template <class... Vectors>
    void columns(const Columns<Vectors...>&) {
        (parts.add(memory_size<Vectors>()), ...);
    }

    PartSizes parts;
};

template <class T>
MemorySize size_of_object() {
    if constexpr (is_a<T, SlotMap>) {
        return {12 * 8, true};  // three vectors and two numbers, and one to spare
    } else if constexpr (is_a<T, PriorityQueue>) {
        return {8 * 8, true};  // two vectors and a number, and one to spare
    } else {
        static const MemorySize size = [] {
            const auto specimen = std::make_unique<Specimen<T>>();
            MemoryProbe probe;
            call_serialize(probe, specimen->value);
            return probe.parts.size(sizeof(T));
        }();
        return size;
    }
}

template <class... Parts>
MemorySize size_of_parts(std::uint64_t said, const std::tuple<Parts...>*) {
    PartSizes parts;
    (parts.add(memory_size<Parts>()), ...);
    return parts.size(said);
}

template <class... Alternatives>
MemorySize size_of_choice(std::uint64_t said, const std::variant<Alternatives...>*) {
    PartSizes largest;
    std::uint64_t bytes = 0;
    ((largest.add(memory_size<Alternatives>()),
      bytes = std::max(bytes, memory_size<Alternatives>().bytes)),
     ...);
    return {largest.is_wide() ? rounded_up(bytes, 8) + 8 : said, largest.is_wide()};
}

}  // namespace detail

template <class Cv>
MemorySize memory_size() {
    using T = std::remove_cv_t<Cv>;
    constexpr TypeKind kind = type_kind<T>();
    if constexpr (kind == TypeKind::text) {
        return {32, true};
    } else if constexpr (kind == TypeKind::sequence) {
        return {detail::is_a<T, std::deque> ? 80U : 24U, true};
    } else if constexpr (kind == TypeKind::set || kind == TypeKind::map) {
        return {48, true};
    } else if constexpr (kind == TypeKind::flat_map) {
        return {32, true};
    } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
        using Element = std::remove_reference_t<decltype(std::declval<T&>()[0])>;
        const MemorySize element = memory_size<Element>();
        return {element.bytes * (sizeof(T) / sizeof(Element)), element.is_wide};
    } else if constexpr (kind == TypeKind::commands) {
        const MemorySize order = memory_size<typename T::value_type>();
        return {order.is_wide ? T::k_count_max * order.bytes + 8 : sizeof(T), order.is_wide};
    } else if constexpr (kind == TypeKind::optional) {
        const MemorySize value = memory_size<typename T::value_type>();
        return {value.is_wide ? detail::rounded_up(value.bytes, 8) + 8 : sizeof(T), value.is_wide};
    } else if constexpr (kind == TypeKind::variant) {
        return detail::size_of_choice(sizeof(T), static_cast<const T*>(nullptr));
    } else if constexpr (kind == TypeKind::pair) {
        return detail::size_of_parts(
            sizeof(T),
            static_cast<const std::tuple<typename T::first_type, typename T::second_type>*>(
                nullptr));
    } else if constexpr (kind == TypeKind::tuple) {
        return detail::size_of_parts(sizeof(T), static_cast<const T*>(nullptr));
    } else if constexpr (kind == TypeKind::bits) {
        return {detail::rounded_up((T().size() + 7) / 8, 8), true};
    } else if constexpr (kind == TypeKind::object) {
        return detail::size_of_object<T>();
    } else {
        return {sizeof(T), sizeof(T) == 8};  // a number
    }
}

// How much memory a container takes for its elements. A reader charges this to the game's memory
// budget before it makes an element. So hostile counts and nesting cannot allocate more than the
// budget.
struct MemoryCost {
    std::uint64_t container_bytes = 0;  // once, even if it stays empty
    std::uint64_t element_bytes = 0;    // for each element
};

// The cost of a string, vector, deque, set or map. It is an upper bound of what libstdc++
// allocates, the same on every machine.
template <class Container>
MemoryCost memory_cost() {
    // An allocator adds this to a block for its header and for rounding up.
    constexpr std::uint64_t k_heap_block_bytes = 32;
    constexpr std::uint64_t k_pointer_bytes = 8;
    const std::uint64_t element_bytes = memory_size<typename Container::value_type>().bytes;
    if constexpr (detail::is_a<Container, std::deque>) {
        // A deque has blocks of 512 bytes or one element. A new deque has one block and eight
        // pointers to blocks. The pointers double before they run out, which is below eight for
        // each block over all doublings. Fewer elements in a block cost more, so this counts the
        // fewest that a machine may have.
        const std::uint64_t block_bytes = std::max<std::uint64_t>(512, element_bytes);
        const std::uint64_t block_elements =
            std::max<std::uint64_t>(1, block_bytes / std::max<std::uint64_t>(1, element_bytes));
        return {block_bytes + 8 * k_pointer_bytes + 2 * k_heap_block_bytes,
                (block_bytes + 8 * k_pointer_bytes + block_elements - 1) / block_elements};
    } else if constexpr (detail::is_a<Container, std::set> || detail::is_a<Container, std::map>) {
        // A node of a tree has three links and a colour.
        return {0, element_bytes + 4 * k_pointer_bytes + k_heap_block_bytes};
    } else {
        return {k_heap_block_bytes, element_bytes};
    }
}

// The cost of all these containers, which have equal lengths.
template <class... Containers>
MemoryCost memory_cost_of_all() {
    return {(memory_cost<Containers>().container_bytes + ...),
            (memory_cost<Containers>().element_bytes + ...)};
}

}  // namespace tandem::sim
