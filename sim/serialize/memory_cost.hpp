// SPDX-License-Identifier: MIT
// What a container occupies for each element that a reader is about to make: the reader charges it
// to the game's memory budget first, so that hostile counts and nesting allocate nothing beyond it.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/serialize/memory_size.hpp>

namespace tandem::sim {

struct MemoryCost {
    std::uint64_t container_bytes = 0;  // once, and even where it stays empty
    std::uint64_t element_bytes = 0;    // for each element
};

// Cost of a string, vector, deque, set or map. An estimate from above of what libstdc++ allocates,
// the same on every machine.
template <class Container>
MemoryCost memory_cost() {
    // What an allocator adds to a block by its header and by rounding up.
    constexpr std::uint64_t k_heap_block_bytes = 32;
    constexpr std::uint64_t k_pointer_bytes = 8;
    const std::uint64_t element_bytes = memory_size<typename Container::value_type>().bytes;
    if constexpr (detail::is_a<Container, std::deque>) {
        // Blocks of 512 bytes or one element. A new deque has one, and eight pointers to blocks;
        // these double before they are used up: below eight for each block over all doublings.
        // Fewer elements to a block cost more, and a machine may have the fewer.
        const std::uint64_t block_bytes = std::max<std::uint64_t>(512, element_bytes);
        const std::uint64_t block_elements =
            std::max<std::uint64_t>(1, block_bytes / std::max<std::uint64_t>(1, element_bytes));
        return {block_bytes + 8 * k_pointer_bytes + 2 * k_heap_block_bytes,
                (block_bytes + 8 * k_pointer_bytes + block_elements - 1) / block_elements};
    } else if constexpr (detail::is_a<Container, std::set> || detail::is_a<Container, std::map>) {
        // A tree's node: three links and a colour.
        return {0, element_bytes + 4 * k_pointer_bytes + k_heap_block_bytes};
    } else {
        return {k_heap_block_bytes, element_bytes};
    }
}

// Cost of all these containers of equal length.
template <class... Containers>
MemoryCost memory_cost_of_all() {
    return {(memory_cost<Containers>().container_bytes + ...),
            (memory_cost<Containers>().element_bytes + ...)};
}

}  // namespace tandem::sim
