// SPDX-License-Identifier: MIT
// Fixed-point numbers, the scalars of a simulation: the same bits on every machine and in every
// build.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tandem/sim/fwd.hpp>
#include <tandem/sim/math/checked.hpp>
#include <tandem/sim/math/wide.hpp>

namespace tandem {

// A signed number of sizeof(Raw) bytes with binary_places binary places.
//
// A result that is not exact is rounded to nearest, ties toward +infinity. (Square roots have no
// ties.) Overflow wraps modulo 2^bits. A division by zero and the square root of a negative number
// give 0. All three are reported with the place of the operator (see sim/math/fault.hpp); in a
// constant expression they are compile errors. There is no conversion from floating point: write
// 0.1_fx, ratio(1, 10) or from_raw.
template <class Raw, int binary_places>
class BasicFixed {
    static_assert(std::same_as<Raw, std::int64_t> || std::same_as<Raw, std::int32_t>);
    static_assert(binary_places > 0 && binary_places < static_cast<int>(sizeof(Raw)) * 8 - 1);

    using Bits = std::make_unsigned_t<Raw>;
    using Located = sim::Located<BasicFixed>;
    using LocatedFraction = sim::LocatedFraction<BasicFixed>;
    using LocatedWhole = sim::LocatedWhole;
    using Site = sim::Site;

    template <class OtherRaw, int other_places>
    static constexpr bool may_lose = other_places > binary_places ||
                                     sizeof(OtherRaw) * 8 - other_places >
                                         sizeof(Raw) * 8 - binary_places;

public:
    // The type of raw().
    using raw_type = Raw;
    // The number of binary places behind the point.
    static constexpr int fraction_bits = binary_places;
    // Its name in reports.
    static constexpr const char* name = sizeof(Raw) == 8 && binary_places == 32   ? "Fixed"
                                        : sizeof(Raw) == 4 && binary_places == 16 ? "Fixed16"
                                                                                  : "BasicFixed";

    constexpr BasicFixed() = default;

    // Whole numbers convert implicitly. A number out of range wraps.
    template <sim::WholeNumber Integer>
    constexpr BasicFixed(Integer value, Site site = Site::here()) : raw_(whole(value, site)) {}

    // It never compiles: it explains the mistake of a conversion from floating point.
    template <std::floating_point Number>
    BasicFixed(Number) {
        sim::refuse_floating_point<Number>();
    }

    // Converts from another format. The value is rounded, and wraps if it is out of range. So the
    // conversion is explicit unless every value fits exactly.
    template <class OtherRaw, int other_places>
    explicit(may_lose<OtherRaw, other_places>) constexpr BasicFixed(
        BasicFixed<OtherRaw, other_places> other, Site site = Site::here())
        : raw_(sim::checked::scale<binary_places - other_places, Raw>(other.raw(), name, site)) {}

    // The number raw / 2^fraction_bits.
    static constexpr BasicFixed from_raw(Raw raw) {
        BasicFixed result;
        result.raw_ = raw;
        return result;
    }

    // a / b, rounded once.
    static constexpr BasicFixed ratio(std::int64_t a, std::int64_t b, Site site = Site::here()) {
        return from_raw(sim::checked::divide<binary_places, Raw>(a, b, name, site));
    }

    // The largest value.
    static constexpr BasicFixed highest() { return from_raw(std::numeric_limits<Raw>::max()); }
    // The lowest value. Its negative does not fit.
    static constexpr BasicFixed lowest() { return from_raw(std::numeric_limits<Raw>::min()); }
    // The smallest step, 2^-fraction_bits.
    static constexpr BasicFixed epsilon() { return from_raw(1); }

    // The value times 2^fraction_bits: the opposite of from_raw.
    constexpr Raw raw() const { return raw_; }

    // The largest whole number that is not above the value. This and the next three return a Raw.
    constexpr Raw floor() const { return static_cast<Raw>(raw_ >> binary_places); }
    // The smallest whole number that is not below the value.
    constexpr Raw ceil() const {
        return static_cast<Raw>(floor() + (fraction().raw_ != 0 ? 1 : 0));
    }
    // The nearest whole number; ties toward +infinity.
    constexpr Raw round() const {
        return static_cast<Raw>(floor() + ((raw_ >> (binary_places - 1)) & 1));
    }
    // The whole number toward zero.
    constexpr Raw trunc() const { return raw_ < 0 ? ceil() : floor(); }
    // The value minus floor(), in [0, 1).
    constexpr BasicFixed fraction() const {
        return from_raw(static_cast<Raw>(raw_ & ((Raw{1} << binary_places) - 1)));
    }

    friend constexpr bool operator==(BasicFixed, BasicFixed) = default;
    friend constexpr std::strong_ordering operator<=>(BasicFixed, BasicFixed) = default;

    // Sums, products and quotients, rounded to nearest. A result that does not fit wraps and is
    // reported.
    constexpr BasicFixed operator+() const { return *this; }
    friend constexpr BasicFixed operator-(Located x) {
        return from_raw(sim::checked::negate(x.value.raw_, name, "negation", x.site));
    }
    friend constexpr BasicFixed operator+(BasicFixed a, Located b) {
        return from_raw(sim::checked::add(a.raw_, b.value.raw_, name, b.site));
    }
    friend constexpr BasicFixed operator-(BasicFixed a, Located b) {
        return from_raw(sim::checked::subtract(a.raw_, b.value.raw_, name, b.site));
    }
    friend constexpr BasicFixed operator*(BasicFixed a, LocatedFraction b) {
        return multiply(a, b);
    }
    friend constexpr BasicFixed operator/(BasicFixed a, LocatedFraction b) { return divide(a, b); }
    // The product with and the quotient by a whole number of any size. It is not converted first.
    friend constexpr BasicFixed operator*(BasicFixed a, LocatedWhole times) {
        Raw product{};
        const auto value = static_cast<std::int64_t>(times.bits);
        const bool fits = times.is_negative || value >= 0
                              ? !__builtin_mul_overflow(a.raw_, value, &product)
                              : !__builtin_mul_overflow(a.raw_, times.bits, &product);
        sim::checked::expect_fits(fits, name, "multiplication", times.site);
        return from_raw(product);
    }
    friend constexpr BasicFixed operator*(LocatedWhole times, BasicFixed a) { return a * times; }
    friend constexpr BasicFixed operator/(BasicFixed a, LocatedWhole divisor) {
        const std::uint64_t size = divisor.magnitude();
        if (size == 0) [[unlikely]] {
            sim::result_missing(name, "division by zero", divisor.site);
            return {};
        }
        const std::uint64_t dividend = sim::wide::magnitude(a.raw_);
        const sim::wide::Checked quotient = sim::wide::quotient_rounded(
            {dividend / size, dividend % size}, size, divisor.is_negative != (a.raw_ < 0));
        return from_raw(sim::checked::narrow<Raw>(quotient, name, "division", divisor.site));
    }
    // The remainder of a / b, with the quotient truncated toward zero. It has the sign of a.
    friend constexpr BasicFixed operator%(BasicFixed a, Located b) {
        if (b.value.raw_ == 0) [[unlikely]] {
            sim::result_missing(name, "division by zero", b.site);
            return {};
        }
        return b.value.raw_ == -1 ? BasicFixed{}
                                  : from_raw(static_cast<Raw>(a.raw_ % b.value.raw_));
    }

    // The same as the operators above.
    constexpr BasicFixed& operator+=(Located other) { return *this = *this + other; }
    constexpr BasicFixed& operator-=(Located other) { return *this = *this - other; }
    constexpr BasicFixed& operator*=(Located other) { return *this = multiply(*this, other); }
    constexpr BasicFixed& operator/=(Located other) { return *this = divide(*this, other); }
    constexpr BasicFixed& operator%=(Located other) { return *this = *this % other; }

    // |x|. The lowest value has no positive counterpart: it stays as it is and is reported.
    friend constexpr BasicFixed abs(BasicFixed x, Site site = Site::here()) {
        return x.raw_ < 0 ? from_raw(sim::checked::negate(x.raw_, name, "abs", site)) : x;
    }
    // The lesser of the two.
    friend constexpr BasicFixed min(BasicFixed a, BasicFixed b) { return b < a ? b : a; }
    // The greater of the two.
    friend constexpr BasicFixed max(BasicFixed a, BasicFixed b) { return a < b ? b : a; }
    // x, or the nearer bound if x lies outside of [low, high]; low <= high.
    friend constexpr BasicFixed clamp(BasicFixed x, BasicFixed low, BasicFixed high) {
        return min(max(x, low), high);
    }
    // -1, 0 or 1.
    friend constexpr int sign(BasicFixed x) { return (x.raw_ > 0 ? 1 : 0) - (x.raw_ < 0 ? 1 : 0); }

private:
    static constexpr BasicFixed multiply(BasicFixed a, Located b) {
        return from_raw(sim::checked::multiply<binary_places>(a.raw_, b.value.raw_, name, b.site));
    }
    static constexpr BasicFixed divide(BasicFixed a, Located b) {
        return from_raw(
            sim::checked::divide<binary_places, Raw>(a.raw_, b.value.raw_, name, b.site));
    }
    template <class Integer>
    static constexpr Raw whole(Integer value, Site site) {
        Raw raw{};
        constexpr std::int64_t k_one = std::int64_t{1} << binary_places;
        const bool fits = !__builtin_mul_overflow(value, k_one, &raw);
        sim::checked::expect_fits(fits, name, "conversion", site);
        return raw;
    }

    Raw raw_ = 0;
};

// The scalar of a simulation: +-2,147,483,648 in steps of 2.3e-10. The square of a number above
// 46,340 overflows; the products inside Vec2 do not.
using Fixed = BasicFixed<std::int64_t, 32>;
// The compact form for storage: +-32,768 in steps of 1.5e-5.
using Fixed16 = BasicFixed<std::int32_t, 16>;

static_assert(sizeof(Fixed) == 8 && std::is_trivially_copyable_v<Fixed>);
static_assert(sizeof(Fixed16) == 4 && std::is_trivially_copyable_v<Fixed16>);

namespace sim {

// Tells the serializer that this is a fixed-point number.
template <class Raw, int binary_places>
inline constexpr bool is_fixed_v<BasicFixed<Raw, binary_places>> = true;

}  // namespace sim
}  // namespace tandem

// The functions of Fixed belong to this header.
#include <tandem/sim/math/fixed_functions.hpp>
