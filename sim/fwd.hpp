// SPDX-License-Identifier: MIT
// Declares Canvas, so that a game's header can name it without including it. Declares also how the
// serializer recognises our number types and containers without including them.
#pragma once

#include <cstddef>
#include <cstdint>

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

// The access of reading and writing to the private members of our own containers.
//
// FlatMap has entries_. SlotMap and PriorityQueue hold more than their bytes say. They have
//   std::uint64_t rebuilt_bytes() const;  // memory that finish_reading() takes at most
//   Result<void> finish_reading();        // rebuilds the rest after a read
// The error of finish_reading says what is wrong with the bytes.
struct ContainerAccess {
    template <class Container>
    static auto& entries(Container& container) {
        return container.entries_;
    }
    template <class Container>
    static std::uint64_t rebuilt_bytes(const Container& container) {
        return container.rebuilt_bytes();
    }
    template <class Container>
    static auto finish_reading(Container& container) {
        return container.finish_reading();
    }
    // True if `visit` accepts the value of every free slot of a SlotMap that was read.
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
