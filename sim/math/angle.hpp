// SPDX-License-Identifier: MIT
// Angles as 32-bit parts of a turn. Sums wrap around like a circle, so no angle is ever out of
// range.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <tandem/sim/fwd.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/trigonometry.hpp>

namespace tandem {

// The angle raw / 2^32 of a turn; counter-clockwise if y points up.
class Angle {
public:
    // The type of raw().
    using raw_type = std::uint32_t;

    constexpr Angle() = default;

    // The angle raw / 2^32 of a turn.
    static constexpr Angle from_raw(std::uint32_t raw) {
        Angle result;
        result.raw_ = raw;
        return result;
    }
    // Makes an angle of a number of turns. Whole turns drop out; the 32 fraction bits of the Fixed
    // are exactly the angle.
    static constexpr Angle from_turns(Fixed turns) {
        return from_raw(static_cast<std::uint32_t>(turns.raw()));
    }
    // The angle a / b of a turn, rounded to nearest. b == 0 is reported and gives the angle 0.
    static constexpr Angle from_turns(std::int64_t a, std::int64_t b,
                                      sim::Site site = sim::Site::here()) {
        if (b == 0) [[unlikely]] {
            sim::result_missing("Angle", "division by zero", site);
            return {};
        }
        return from_raw(static_cast<std::uint32_t>(sim::wide::divide_rounded(a, b, 32).value));
    }
    // Makes an angle of any whole number of degrees, rounded to nearest.
    static constexpr Angle from_degrees(std::int64_t degrees) { return from_turns(degrees, 360); }
    // The nearest angle to any number of radians. The reduction by 2 pi is exact for the whole
    // range of Fixed, so a huge argument gives the same accuracy as a small one.
    static constexpr Angle from_radians(Fixed radians) {
        const std::uint64_t phase =
            sim::trigonometry::phase_of_radians(sim::wide::magnitude(radians.raw()));
        const auto size = static_cast<std::uint32_t>((phase + 0x80000000) >> 32);
        return from_raw(radians.raw() < 0 ? 0 - size : size);
    }

    // The angle in 2^32nds of a turn.
    constexpr std::uint32_t raw() const { return raw_; }

    // The angle in turns, exactly, in [0, 1).
    constexpr Fixed turns() const { return Fixed::from_raw(raw_); }
    // The angle in turns the shorter way round, in [-1/2, 1/2).
    constexpr Fixed signed_turns() const {
        return Fixed::from_raw(static_cast<std::int32_t>(raw_));
    }
    // The angle in radians, rounded to nearest, in [0, 2 pi).
    constexpr Fixed radians() const { return Fixed::from_raw(sim::trigonometry::radians_of(raw_)); }
    // The angle in radians the shorter way round, in [-pi, pi].
    constexpr Fixed signed_radians() const {
        const bool negative = (raw_ >> 31) != 0;
        const Fixed size =
            Fixed::from_raw(sim::trigonometry::radians_of(negative ? 0 - raw_ : raw_));
        return negative ? -size : size;
    }

    friend constexpr bool operator==(Angle, Angle) = default;

    // Sums wrap around like a circle.
    constexpr Angle operator-() const { return from_raw(0 - raw_); }
    friend constexpr Angle operator+(Angle a, Angle b) { return from_raw(a.raw_ + b.raw_); }
    friend constexpr Angle operator-(Angle a, Angle b) { return from_raw(a.raw_ - b.raw_); }
    // Repeated addition, with wrapping.
    friend constexpr Angle operator*(Angle a, std::int64_t times) {
        return from_raw(a.raw_ * static_cast<std::uint32_t>(times));
    }
    friend constexpr Angle operator*(std::int64_t times, Angle a) { return a * times; }
    // The same as the operators above.
    constexpr Angle& operator+=(Angle other) { return *this = *this + other; }
    constexpr Angle& operator-=(Angle other) { return *this = *this - other; }

private:
    std::uint32_t raw_ = 0;
};

static_assert(sizeof(Angle) == 4 && std::is_trivially_copyable_v<Angle>);

// A sine and a cosine, the result of sincos.
struct SinCos {
    Fixed sin;  // the sine of the angle
    Fixed cos;  // the cosine of the angle

    friend constexpr bool operator==(const SinCos&, const SinCos&) = default;
};
// The same in the compact format, the result of sincos16.
struct SinCos16 {
    Fixed16 sin;  // the sine of the angle
    Fixed16 cos;  // the cosine of the angle

    friend constexpr bool operator==(const SinCos16&, const SinCos16&) = default;
};

// The sine of an angle. Its error is at most 0.51 units of the last place of the result, it is
// exact at every quarter turn, and sin(-x) = -sin(x), cos(-x) = cos(x). The functions that end in
// 16 give the compact format. For many angles in one step, use sim/math/angle_batch.hpp.
constexpr Fixed sin(Angle angle) { return Fixed::from_raw(sim::trigonometry::sine(angle.raw())); }
// The cosine of an angle, as accurate as sin.
constexpr Fixed cos(Angle angle) {
    return sin(angle + Angle::from_raw(sim::trigonometry::k_quarter_angle));
}
// The sine and the cosine of an angle.
constexpr SinCos sincos(Angle angle) { return {sin(angle), cos(angle)}; }
// The compact form of sin.
constexpr Fixed16 sin16(Angle angle) {
    return Fixed16::from_raw(sim::trigonometry::sine16(angle.raw()));
}
// The compact form of cos.
constexpr Fixed16 cos16(Angle angle) {
    return sin16(angle + Angle::from_raw(sim::trigonometry::k_quarter_angle));
}
// The compact form of sincos.
constexpr SinCos16 sincos16(Angle angle) { return {sin16(angle), cos16(angle)}; }

// The sine of a number of radians, as accurate as the functions above. The argument is reduced
// exactly, however large it is. (Through from_radians a Fixed would lose up to three units of the
// last place, because an Angle is coarser than its sine.)
constexpr Fixed sin(Fixed radians) {
    return Fixed::from_raw(sim::trigonometry::sine_of_radians(radians.raw()));
}
// The cosine of a number of radians, as accurate as sin.
constexpr Fixed cos(Fixed radians) {
    return Fixed::from_raw(sim::trigonometry::cosine_of_radians(radians.raw()));
}
// The sine and the cosine of a number of radians.
constexpr SinCos sincos(Fixed radians) { return {sin(radians), cos(radians)}; }
// The sine in the compact format.
constexpr Fixed16 sin(Fixed16 radians) { return sin16(Angle::from_radians(radians)); }
// The cosine in the compact format.
constexpr Fixed16 cos(Fixed16 radians) { return cos16(Angle::from_radians(radians)); }
// The sine and the cosine in the compact format.
constexpr SinCos16 sincos(Fixed16 radians) { return sincos16(Angle::from_radians(radians)); }

// The direction of (x, y), within 0.51 units of the last place of Angle for any length; 0 for (0,
// 0). A Fixed16 converts implicitly and loses nothing.
Angle atan2(Fixed y, Fixed x);

namespace sim {

// Tells the serializer that this is an angle.
template <>
inline constexpr bool is_angle_v<Angle> = true;

}  // namespace sim
}  // namespace tandem
