// SPDX-License-Identifier: MIT
// The door by which reading and writing reach into Tandem's own containers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tandem::sim {

// FlatMap has entries_. SlotMap and PriorityQueue keep more than their bytes say; they have
//   std::uint64_t settled_bytes() const;  // memory that settle() takes at most
//   std::string_view settle();            // rebuilds the rest after a read
// where the answer of settle is what is wrong with the bytes, empty where nothing is.
struct ContainerAccess {
    template <class Container>
    static auto& entries(Container& container) {
        return container.entries_;
    }
    template <class Container>
    static std::uint64_t settled_bytes(const Container& container) {
        return container.settled_bytes();
    }
    template <class Container>
    static std::string_view settle(Container& container) {
        return container.settle();
    }
    // Of a settled SlotMap.
    template <class Map, class Visit>
    static bool all_free_values(const Map& map, Visit&& visit) {
        for (std::size_t slot = 0; slot < map.slots(); ++slot) {
            if (!Map::is_taken(map.generations_[slot]) && !visit(map.values_[slot])) {
                return false;
            }
        }
        return true;
    }
};

}  // namespace tandem::sim
