// SPDX-License-Identifier: MIT
// What a container occupies for each element that a reader is about to make: the reader charges it
// to the game's memory budget first, so that hostile counts and nesting allocate nothing beyond it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tandem/sim/type_kind.hpp>

namespace tandem::sim {

struct MemoryCost {
    std::uint64_t container_bytes = 0;  // once, and even where it stays empty
    std::uint64_t element_bytes = 0;    // for each element
};

// Cost of a string, vector, deque, set or map. An estimate from above of what libstdc++ allocates.
template <class Container>
constexpr MemoryCost memory_cost() {
    // What an allocator adds to a block by its header and by rounding up.
    constexpr std::uint64_t k_heap_block_bytes = 32;
    using Element = typename Container::value_type;
    if constexpr (detail::is_a<Container, std::deque>) {
        // Blocks of 512 bytes or one element. A new deque has one, and eight pointers to blocks;
        // these double before they are used up: below eight for each block over all doublings.
        constexpr std::uint64_t block_bytes = std::max<std::uint64_t>(512, sizeof(Element));
        constexpr std::uint64_t block_elements = block_bytes / sizeof(Element);
        return {block_bytes + 8 * sizeof(void*) + 2 * k_heap_block_bytes,
                (block_bytes + 8 * sizeof(void*) + block_elements - 1) / block_elements};
    } else if constexpr (detail::is_a<Container, std::set> || detail::is_a<Container, std::map>) {
        // A tree's node: three links and a colour.
        return {0, sizeof(Element) + 4 * sizeof(void*) + k_heap_block_bytes};
    } else {
        return {k_heap_block_bytes, sizeof(Element)};
    }
}

// Cost of all these containers of equal length.
template <class... Containers>
constexpr MemoryCost memory_cost_of_all() {
    return {(memory_cost<Containers>().container_bytes + ...),
            (memory_cost<Containers>().element_bytes + ...)};
}

}  // namespace tandem::sim
