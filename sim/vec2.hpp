// SPDX-License-Identifier: MIT
// Vectors of Fixed. Sums of products are formed in 128 bits and rounded once, so squares do not
// overflow.
#pragma once

#include <type_traits>

#include <cereal/cereal.hpp>

#include <tandem/sim/angle.hpp>
#include <tandem/sim/fixed.hpp>

namespace tandem {

// A point or a displacement; sums and differences wrap as Fixed does.
struct Vec2 {
    Fixed x;
    Fixed y;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x), CEREAL_NVP(y));
    }

    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;

    constexpr Vec2 operator-() const { return {-x, -y}; }
    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(Vec2 v, Fixed scale) { return {v.x * scale, v.y * scale}; }
    friend constexpr Vec2 operator*(Fixed scale, Vec2 v) { return v * scale; }
    friend constexpr Vec2 operator/(Vec2 v, Fixed divisor) {
        return {v.x / divisor, v.y / divisor};
    }
    constexpr Vec2& operator+=(Vec2 other) { return *this = *this + other; }
    constexpr Vec2& operator-=(Vec2 other) { return *this = *this - other; }
    constexpr Vec2& operator*=(Fixed scale) { return *this = *this * scale; }
    constexpr Vec2& operator/=(Fixed divisor) { return *this = *this / divisor; }
};

static_assert(sizeof(Vec2) == 16 && std::is_trivially_copyable_v<Vec2>);

// a.x * b.x + a.y * b.y, rounded once; wraps where the result itself is out of range.
constexpr Fixed dot(Vec2 a, Vec2 b) {
    using namespace sim::wide;
    return Fixed::from_raw(shift_rounded(add(multiply_signed(a.x.raw(), b.x.raw()),
                                             multiply_signed(a.y.raw(), b.y.raw())),
                                         Fixed::fraction_bits)
                               .value);
}

// a.x * b.y - a.y * b.x, rounded once: positive where b lies counter-clockwise of a.
constexpr Fixed cross(Vec2 a, Vec2 b) {
    using namespace sim::wide;
    return Fixed::from_raw(shift_rounded(subtract(multiply_signed(a.x.raw(), b.y.raw()),
                                                  multiply_signed(a.y.raw(), b.x.raw())),
                                         Fixed::fraction_bits)
                               .value);
}

// Turned by a quarter counter-clockwise, exactly.
constexpr Vec2 perpendicular(Vec2 v) { return {-v.y, v.x}; }

// Wraps for lengths above 46,340; to compare distances use `within`, which never does.
constexpr Fixed length_squared(Vec2 v) { return dot(v, v); }

// Whether |a - b| <= radius, decided exactly; no point is within a negative radius. Differences of
// coordinates must be in range.
constexpr bool within(Vec2 a, Vec2 b, Fixed radius) {
    using namespace sim::wide;
    const Vec2 d = b - a;
    return radius.raw() >= 0 &&
           add(multiply_signed(d.x.raw(), d.x.raw()), multiply_signed(d.y.raw(), d.y.raw())) <=
               multiply_signed(radius.raw(), radius.raw());
}

// a for t = 0, b for t = 1.
constexpr Vec2 lerp(Vec2 a, Vec2 b, Fixed t) { return {lerp(a.x, b.x, t), lerp(a.y, b.y, t)}; }

// Correctly rounded; wraps where the length itself is out of range.
Fixed length(Vec2 v);
// The length of b - a.
Fixed distance(Vec2 a, Vec2 b);

// The vector of length 1 in the direction of v, each part within 0.51 units of the last place
// however short or long v is; {0, 0} for {0, 0}.
Vec2 normalised(Vec2 v);

// Turned counter-clockwise, each part rounded once.
Vec2 rotate(Vec2 v, Angle angle);

// The vector of length 1 that points there: {cos, sin}.
Vec2 direction(Angle angle);

// Where v points; 0 for {0, 0}.
Angle angle_of(Vec2 v);

}  // namespace tandem
