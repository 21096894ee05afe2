// SPDX-License-Identifier: MIT
// Canvas, so that a game's header can name it, and by what the serializer knows the number types
// and the containers without including them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tandem {

class Canvas;
template <class T>
class SlotMap;
template <class T, class Less>
class PriorityQueue;

namespace sim {

// Specialised by fixed.hpp: T has raw(), from_raw(), raw_type and fraction_bits.
template <class T>
inline constexpr bool is_fixed_v = false;

// Specialised by angle.hpp: T has raw() and from_raw() of an unsigned type whose range is one turn.
template <class T>
inline constexpr bool is_angle_v = false;

// The door by which reading and writing reach into our own containers.
//
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

}  // namespace sim
}  // namespace tandem
