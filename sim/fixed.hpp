// SPDX-License-Identifier: MIT
// Fixed point numbers, the scalars of a simulation: the same bits on every machine and in every
// build.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tandem/sim/estimate.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/wide.hpp>

namespace tandem {

namespace sim {

// Called by arithmetic without a result, such as a division by zero; `operation` says which. Where
// Tandem itself was built for debugging it stops as an assertion does, otherwise it returns and the
// documented value is used. In a constant expression the call is a compile error.
void arithmetic_fault(const char* operation);

// An integer that stands for a number; bool does not.
template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

}  // namespace sim

// A signed number of sizeof(Raw) bytes with binary_places binary places.
//
// Every result that is not exact is rounded to nearest, ties toward +infinity; square roots never
// tie. Overflow wraps modulo 2^bits. Division by zero and the square root of a negative number give
// 0 (see sim::arithmetic_fault). There is no way in from floating point: write 0.1_fx, ratio(1, 10)
// or from_raw.
template <class Raw, int binary_places>
class BasicFixed {
    static_assert(std::same_as<Raw, std::int64_t> || std::same_as<Raw, std::int32_t>);
    static_assert(binary_places > 0 && binary_places < static_cast<int>(sizeof(Raw)) * 8 - 1);

    using Bits = std::make_unsigned_t<Raw>;

    template <class OtherRaw, int other_places>
    static constexpr bool may_lose = other_places > binary_places ||
                                     sizeof(OtherRaw) * 8 - other_places >
                                         sizeof(Raw) * 8 - binary_places;

public:
    using raw_type = Raw;
    static constexpr int fraction_bits = binary_places;

    constexpr BasicFixed() = default;

    // Whole numbers convert by themselves; those out of range wrap.
    template <sim::WholeNumber Integer>
    constexpr BasicFixed(Integer value)
        : raw_(static_cast<Raw>(static_cast<Bits>(value) << binary_places)) {}

    // From another format: rounded, wrapping where out of range, and therefore explicit unless both
    // always fit.
    template <class OtherRaw, int other_places>
    explicit(may_lose<OtherRaw, other_places>) constexpr BasicFixed(
        BasicFixed<OtherRaw, other_places> other)
        : raw_(convert(other.raw(), binary_places - other_places)) {}

    // The number raw / 2^fraction_bits.
    static constexpr BasicFixed from_raw(Raw raw) {
        BasicFixed result;
        result.raw_ = raw;
        return result;
    }

    // a / b, rounded once; b == 0 is a division by zero.
    static constexpr BasicFixed ratio(std::int64_t a, std::int64_t b) {
        if (b == 0) {
            sim::arithmetic_fault("Fixed::ratio: division by zero");
            return {};
        }
        return from_raw(static_cast<Raw>(sim::wide::divide_rounded(a, b, binary_places).value));
    }

    static constexpr BasicFixed highest() { return from_raw(std::numeric_limits<Raw>::max()); }
    static constexpr BasicFixed lowest() { return from_raw(std::numeric_limits<Raw>::min()); }
    // The smallest step, 2^-fraction_bits.
    static constexpr BasicFixed epsilon() { return from_raw(1); }

    constexpr Raw raw() const { return raw_; }

    // Whole numbers, not BasicFixed: the largest not above, the smallest not below, the nearest
    // (ties toward +infinity) and the one toward zero.
    constexpr Raw floor() const { return static_cast<Raw>(raw_ >> binary_places); }
    constexpr Raw ceil() const {
        return static_cast<Raw>(floor() + (fraction().raw_ != 0 ? 1 : 0));
    }
    constexpr Raw round() const {
        return static_cast<Raw>(floor() + ((raw_ >> (binary_places - 1)) & 1));
    }
    constexpr Raw trunc() const { return raw_ < 0 ? ceil() : floor(); }
    // What floor() leaves, in [0, 1).
    constexpr BasicFixed fraction() const {
        return from_raw(static_cast<Raw>(raw_ & ((Raw{1} << binary_places) - 1)));
    }

    friend constexpr bool operator==(BasicFixed, BasicFixed) = default;
    friend constexpr std::strong_ordering operator<=>(BasicFixed, BasicFixed) = default;

    constexpr BasicFixed operator+() const { return *this; }
    constexpr BasicFixed operator-() const { return from_bits(Bits{0} - bits()); }

    friend constexpr BasicFixed operator+(BasicFixed a, BasicFixed b) {
        return from_bits(a.bits() + b.bits());
    }
    friend constexpr BasicFixed operator-(BasicFixed a, BasicFixed b) {
        return from_bits(a.bits() - b.bits());
    }
    friend constexpr BasicFixed operator*(BasicFixed a, BasicFixed b) {
        if constexpr (sizeof(Raw) == 4) {
            constexpr std::int64_t k_half = std::int64_t{1} << (binary_places - 1);
            return from_raw(
                static_cast<Raw>((std::int64_t{a.raw_} * b.raw_ + k_half) >> binary_places));
        } else {
            return from_raw(sim::wide::multiply_rounded(a.raw_, b.raw_, binary_places).value);
        }
    }
    // By a whole number of any size, without converting it first.
    template <sim::WholeNumber Integer>
    friend constexpr BasicFixed operator*(BasicFixed a, Integer times) {
        return from_bits(a.bits() * static_cast<Bits>(times));
    }
    template <sim::WholeNumber Integer>
    friend constexpr BasicFixed operator*(Integer times, BasicFixed a) {
        return a * times;
    }
    template <sim::WholeNumber Integer>
    friend constexpr BasicFixed operator/(BasicFixed a, Integer divisor) {
        if (divisor == 0) {
            sim::arithmetic_fault("Fixed operator/: division by zero");
            return {};
        }
        const bool negative = divisor < 0;
        const auto bits = static_cast<std::uint64_t>(divisor);
        const std::uint64_t size = negative ? 0 - bits : bits;
        const std::uint64_t dividend = sim::wide::magnitude(a.raw_);
        return from_raw(
            static_cast<Raw>(sim::wide::quotient_rounded({dividend / size, dividend % size}, size,
                                                         negative != (a.raw_ < 0))
                                 .value));
    }
    friend constexpr BasicFixed operator/(BasicFixed a, BasicFixed b) {
        if (b.raw_ == 0) {
            sim::arithmetic_fault("Fixed operator/: division by zero");
            return {};
        }
        if (std::is_constant_evaluated() || binary_places > 32) {
            return from_raw(
                static_cast<Raw>(sim::wide::divide_rounded(a.raw_, b.raw_, binary_places).value));
        }
        return from_raw(
            static_cast<Raw>(sim::exact::quotient(a.raw_, b.raw_, binary_places).value));
    }
    // What is left of a / b truncated toward zero; it has the sign of a.
    friend constexpr BasicFixed operator%(BasicFixed a, BasicFixed b) {
        if (b.raw_ == 0) {
            sim::arithmetic_fault("Fixed operator%: division by zero");
            return {};
        }
        return b.raw_ == -1 ? BasicFixed{} : from_raw(static_cast<Raw>(a.raw_ % b.raw_));
    }

    constexpr BasicFixed& operator+=(BasicFixed other) { return *this = *this + other; }
    constexpr BasicFixed& operator-=(BasicFixed other) { return *this = *this - other; }
    constexpr BasicFixed& operator*=(BasicFixed other) { return *this = *this * other; }
    constexpr BasicFixed& operator/=(BasicFixed other) { return *this = *this / other; }
    constexpr BasicFixed& operator%=(BasicFixed other) { return *this = *this % other; }

    // |x|; the lowest value has no counterpart and stays.
    friend constexpr BasicFixed abs(BasicFixed x) { return x.raw_ < 0 ? -x : x; }
    friend constexpr BasicFixed min(BasicFixed a, BasicFixed b) { return b < a ? b : a; }
    friend constexpr BasicFixed max(BasicFixed a, BasicFixed b) { return a < b ? b : a; }
    // x, or the bound it lies beyond; low <= high.
    friend constexpr BasicFixed clamp(BasicFixed x, BasicFixed low, BasicFixed high) {
        return min(max(x, low), high);
    }
    // -1, 0 or 1.
    friend constexpr int sign(BasicFixed x) { return (x.raw_ > 0 ? 1 : 0) - (x.raw_ < 0 ? 1 : 0); }
    // a for t = 0, b for t = 1, exactly; rounded once in between.
    friend constexpr BasicFixed lerp(BasicFixed a, BasicFixed b, BasicFixed t) {
        return a + (b - a) * t;
    }

private:
    constexpr Bits bits() const { return static_cast<Bits>(raw_); }
    static constexpr BasicFixed from_bits(Bits bits) { return from_raw(static_cast<Raw>(bits)); }

    // raw * 2^shift, rounded.
    static constexpr Raw convert(std::int64_t raw, int shift) {
        if (shift >= 0) {
            return static_cast<Raw>(static_cast<std::uint64_t>(raw) << shift);
        }
        return static_cast<Raw>((raw >> -shift) + ((raw >> (-shift - 1)) & 1));
    }

    Raw raw_ = 0;
};

// The scalar of a simulation: +-2,147,483,648 in steps of 2.3e-10. A square overflows above 46,340;
// Vec2 does not.
using Fixed = BasicFixed<std::int64_t, 32>;
// The compact sibling for storage: +-32,768 in steps of 1.5e-5.
using Fixed16 = BasicFixed<std::int32_t, 16>;

static_assert(sizeof(Fixed) == 8 && std::is_trivially_copyable_v<Fixed>);
static_assert(sizeof(Fixed16) == 4 && std::is_trivially_copyable_v<Fixed16>);

// The square root, correctly rounded; of a negative number 0 (see sim::arithmetic_fault).
Fixed sqrt(Fixed x);
Fixed16 sqrt(Fixed16 x);

namespace sim {

template <class Raw, int binary_places>
inline constexpr bool is_fixed_v<BasicFixed<Raw, binary_places>> = true;

}  // namespace sim
}  // namespace tandem

// Literals are part of what a user of Fixed gets.
#include <tandem/sim/fixed_literal.hpp>
