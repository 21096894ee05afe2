// SPDX-License-Identifier: MIT
// Canvas, so that a game's header can name it, and the traits by which the serializer knows the
// number types without including them.
#pragma once

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

}  // namespace sim
}  // namespace tandem
