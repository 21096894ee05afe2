// SPDX-License-Identifier: MIT
// Vectors of fixed-point numbers. Sums of products are computed in 128 bits and rounded once, so
// squares do not overflow.
#pragma once

#include <concepts>
#include <type_traits>

#include <cereal/cereal.hpp>

#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/fixed.hpp>

namespace tandem {

template <class Number>
struct BasicVec2;

namespace sim {

// The right operand of a vector's operator. It may be written in braces: v += {1, 2}.
template <class Number>
struct LocatedVec2 {
    BasicVec2<Number> value;
    Site site;

    constexpr LocatedVec2(BasicVec2<Number> vector, const char* file = __builtin_FILE(),
                          int line = __builtin_LINE())
        : value(vector), site{file, line} {}
    constexpr LocatedVec2(Number x, Number y, const char* file = __builtin_FILE(),
                          int line = __builtin_LINE())
        : value{x, y}, site{file, line} {}
};

}  // namespace sim

// A point or a displacement. An overflow wraps and is reported, as with its Number.
template <class Number>
struct BasicVec2 {
    // The raw type of its numbers.
    using Raw = typename Number::raw_type;
    // The operand that its operators accept: a vector or {x, y}.
    using Located = sim::LocatedVec2<Number>;
    // The factor that it can be multiplied by.
    using LocatedNumber = sim::Located<Number>;

    Number x;  // to the right
    Number y;  // up, or down if the game prefers that

    // Its name in reports.
    static constexpr const char* name = std::same_as<Number, Fixed> ? "Vec2" : "CompactVec2";

    // A state that contains a vector needs it.
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x), CEREAL_NVP(y));
    }

    friend constexpr bool operator==(const BasicVec2&, const BasicVec2&) = default;

    // Operators for each component, each result rounded once.
    friend constexpr BasicVec2 operator-(Located v) {
        return of(sim::checked::negate(v.value.x.raw(), name, "negation", v.site),
                  sim::checked::negate(v.value.y.raw(), name, "negation", v.site));
    }
    friend constexpr BasicVec2 operator+(BasicVec2 a, Located b) {
        return of(sim::checked::add(a.x.raw(), b.value.x.raw(), name, b.site),
                  sim::checked::add(a.y.raw(), b.value.y.raw(), name, b.site));
    }
    friend constexpr BasicVec2 operator-(BasicVec2 a, Located b) {
        return of(sim::checked::subtract(a.x.raw(), b.value.x.raw(), name, b.site),
                  sim::checked::subtract(a.y.raw(), b.value.y.raw(), name, b.site));
    }
    friend constexpr BasicVec2 operator*(BasicVec2 v, LocatedNumber scale) {
        return scaled(v, scale.value, scale.site);
    }
    friend constexpr BasicVec2 operator*(Number scale, Located v) {
        return scaled(v.value, scale, v.site);
    }
    friend constexpr BasicVec2 operator/(BasicVec2 v, LocatedNumber divisor) {
        const Raw size = divisor.value.raw();
        return of(sim::checked::divide<k_places, Raw>(v.x.raw(), size, name, divisor.site),
                  sim::checked::divide<k_places, Raw>(v.y.raw(), size, name, divisor.site));
    }
    // The same as the operators above.
    constexpr BasicVec2& operator+=(Located other) { return *this = *this + other; }
    constexpr BasicVec2& operator-=(Located other) { return *this = *this - other; }
    constexpr BasicVec2& operator*=(LocatedNumber scale) { return *this = *this * scale; }
    constexpr BasicVec2& operator/=(LocatedNumber divisor) { return *this = *this / divisor; }

private:
    static constexpr int k_places = Number::fraction_bits;

    static constexpr BasicVec2 of(Raw x, Raw y) {
        return {Number::from_raw(x), Number::from_raw(y)};
    }
    static constexpr BasicVec2 scaled(BasicVec2 v, Number scale, sim::Site site) {
        return of(sim::checked::multiply<k_places>(v.x.raw(), scale.raw(), name, site),
                  sim::checked::multiply<k_places>(v.y.raw(), scale.raw(), name, site));
    }
};

// The vector of a simulation, 16 bytes, and its compact form for storage, 8 bytes.
using Vec2 = BasicVec2<Fixed>;
using CompactVec2 = BasicVec2<Fixed16>;

static_assert(sizeof(Vec2) == 16 && std::is_trivially_copyable_v<Vec2>);
static_assert(sizeof(CompactVec2) == 8 && std::is_trivially_copyable_v<CompactVec2>);

namespace sim::detail {

// The sum of two products of raw values, rounded once.
template <class Number>
constexpr Number rounded_sum(wide::Uint128 sum, const char* operation, Site site) {
    return Number::from_raw(checked::narrow<typename Number::raw_type>(
        wide::shift_rounded(sum, Number::fraction_bits), BasicVec2<Number>::name, operation, site));
}

}  // namespace sim::detail

// In the functions below Number is Fixed if only braces are passed: dot({1, 0}, {0, 1}).

// a.x * b.x + a.y * b.y, rounded once.
template <class Number = Fixed>
constexpr Number dot(BasicVec2<Number> a, std::type_identity_t<BasicVec2<Number>> b,
                     sim::Site site = sim::Site::here()) {
    using namespace sim::wide;
    return sim::detail::rounded_sum<Number>(
        add(multiply_signed(a.x.raw(), b.x.raw()), multiply_signed(a.y.raw(), b.y.raw())), "dot",
        site);
}

// a.x * b.y - a.y * b.x, rounded once. Positive if b lies counter-clockwise of a.
template <class Number = Fixed>
constexpr Number cross(BasicVec2<Number> a, std::type_identity_t<BasicVec2<Number>> b,
                       sim::Site site = sim::Site::here()) {
    using namespace sim::wide;
    return sim::detail::rounded_sum<Number>(
        subtract(multiply_signed(a.x.raw(), b.y.raw()), multiply_signed(a.y.raw(), b.x.raw())),
        "cross", site);
}

// The vector turned exactly by a quarter turn counter-clockwise.
template <class Number = Fixed>
constexpr BasicVec2<Number> perpendicular(BasicVec2<Number> v, sim::Site site = sim::Site::here()) {
    return {Number::from_raw(
                sim::checked::negate(v.y.raw(), BasicVec2<Number>::name, "negation", site)),
            v.x};
}

// The square of the length. It overflows for lengths above 46,340 (181 in the compact form). To
// compare distances use `within`, which never overflows.
template <class Number = Fixed>
constexpr Number length_squared(BasicVec2<Number> v, sim::Site site = sim::Site::here()) {
    return dot(v, v, site);
}

// True if |a - b| <= radius, decided exactly; false for a negative radius. The differences of the
// coordinates must be in range.
template <class Number = Fixed>
constexpr bool within(BasicVec2<Number> a, std::type_identity_t<BasicVec2<Number>> b,
                      std::type_identity_t<Number> radius, sim::Site site = sim::Site::here()) {
    using namespace sim::wide;
    constexpr const char* k_name = BasicVec2<Number>::name;
    const std::int64_t x = sim::checked::subtract(b.x.raw(), a.x.raw(), k_name, site);
    const std::int64_t y = sim::checked::subtract(b.y.raw(), a.y.raw(), k_name, site);
    return radius.raw() >= 0 && add(multiply_signed(x, x), multiply_signed(y, y)) <=
                                    multiply_signed(radius.raw(), radius.raw());
}

// Linear interpolation: a for t = 0, b for t = 1.
template <class Number = Fixed>
constexpr BasicVec2<Number> lerp(BasicVec2<Number> a, std::type_identity_t<BasicVec2<Number>> b,
                                 std::type_identity_t<Number> t,
                                 sim::Site site = sim::Site::here()) {
    return {lerp(a.x, b.x, t, site), lerp(a.y, b.y, t, site)};
}

// The length, correctly rounded. It overflows only if the length itself is out of range.
template <class Number = Fixed>
Number length(BasicVec2<Number> v, sim::Site site = sim::Site::here()) {
    const auto root = static_cast<std::int64_t>(sim::exact::hypotenuse(v.x.raw(), v.y.raw()));
    return Number::from_raw(sim::checked::narrow<typename Number::raw_type>(
        {root, root >= 0}, BasicVec2<Number>::name, "length", site));
}

// The length of b - a.
template <class Number = Fixed>
Number distance(BasicVec2<Number> a, std::type_identity_t<BasicVec2<Number>> b,
                sim::Site site = sim::Site::here()) {
    return length(b - sim::LocatedVec2<Number>(a, site.file, site.line), site);
}

// The vector of length 1 in the direction of v; {0, 0} for {0, 0}. Each component is correctly
// rounded, however short or long v is.
template <class Number = Fixed>
BasicVec2<Number> normalised(BasicVec2<Number> v) {
    if ((v.x.raw() | v.y.raw()) == 0) [[unlikely]] {
        return {};
    }
    sim::exact::Unit unit;
    if constexpr (Number::fraction_bits > 32) {  // more places than an estimate has
        unit = sim::exact::integer::unit(v.x.raw(), v.y.raw(), Number::fraction_bits);
    } else {
        unit = sim::exact::unit(v.x.raw(), v.y.raw(), Number::fraction_bits);
    }
    using Raw = typename Number::raw_type;
    return {Number::from_raw(static_cast<Raw>(unit.x)), Number::from_raw(static_cast<Raw>(unit.y))};
}

// v turned counter-clockwise; each component is rounded once.
Vec2 rotate(Vec2 v, Angle angle, sim::Site site = sim::Site::here());

// The vector of length 1 in this direction: {cos, sin}.
Vec2 direction(Angle angle);

// The direction of v; 0 for {0, 0}.
Angle angle_of(Vec2 v);

}  // namespace tandem
