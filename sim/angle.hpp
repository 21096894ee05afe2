// SPDX-License-Identifier: MIT
// Angles as 32-bit turns: adding them wraps as a circle does, and no angle is too large.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <tandem/sim/fixed.hpp>
#include <tandem/sim/fwd.hpp>

namespace tandem {

// raw / 2^32 of a turn, counter-clockwise where y points up.
class Angle {
public:
    using raw_type = std::uint32_t;

    constexpr Angle() = default;

    static constexpr Angle from_raw(std::uint32_t raw) {
        Angle result;
        result.raw_ = raw;
        return result;
    }
    // Whole turns drop out; the 32 fraction bits of a Fixed are the angle exactly.
    static constexpr Angle from_turns(Fixed turns) {
        return from_raw(static_cast<std::uint32_t>(turns.raw()));
    }
    // a / b of a turn, rounded to nearest; b == 0 is a division by zero.
    static constexpr Angle from_turns(std::int64_t a, std::int64_t b) {
        return from_turns(Fixed::ratio(a, b));
    }
    // Any whole number of degrees, rounded to nearest.
    static constexpr Angle from_degrees(std::int64_t degrees) { return from_turns(degrees, 360); }

    constexpr std::uint32_t raw() const { return raw_; }

    // In turns, exactly: in [0, 1), or as the shorter way round in [-1/2, 1/2).
    constexpr Fixed turns() const { return Fixed::from_raw(raw_); }
    constexpr Fixed signed_turns() const {
        return Fixed::from_raw(static_cast<std::int32_t>(raw_));
    }

    friend constexpr bool operator==(Angle, Angle) = default;

    constexpr Angle operator-() const { return from_raw(0 - raw_); }
    friend constexpr Angle operator+(Angle a, Angle b) { return from_raw(a.raw_ + b.raw_); }
    friend constexpr Angle operator-(Angle a, Angle b) { return from_raw(a.raw_ - b.raw_); }
    // Repeated addition: wraps as often as it takes.
    friend constexpr Angle operator*(Angle a, std::int64_t times) {
        return from_raw(a.raw_ * static_cast<std::uint32_t>(times));
    }
    friend constexpr Angle operator*(std::int64_t times, Angle a) { return a * times; }
    constexpr Angle& operator+=(Angle other) { return *this = *this + other; }
    constexpr Angle& operator-=(Angle other) { return *this = *this - other; }

private:
    std::uint32_t raw_ = 0;
};

static_assert(sizeof(Angle) == 4 && std::is_trivially_copyable_v<Angle>);

// Both at once, as sincos returns them.
struct SinCos {
    Fixed sin;
    Fixed cos;

    friend constexpr bool operator==(const SinCos&, const SinCos&) = default;
};

// Within 0.51 units of the last place of Fixed, exact at every quarter turn, and odd or even as the
// functions are.
Fixed sin(Angle angle);
Fixed cos(Angle angle);
SinCos sincos(Angle angle);

// The direction of (x, y) within 0.51 units of the last place of Angle, whatever the length; 0 for
// (0, 0).
Angle atan2(Fixed y, Fixed x);

namespace sim {

template <>
inline constexpr bool is_angle_v<Angle> = true;

}  // namespace sim
}  // namespace tandem
