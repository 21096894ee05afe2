// SPDX-License-Identifier: MIT
// 128-bit arithmetic for the fixed-point core: products, quotients and roots that must not
// overflow. Two implementations give the same bits: `native` uses the compiler's 128-bit integer,
// `portable` uses only 64-bit words.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

// Define TANDEM_NO_INT128 to use the portable implementation although there is a 128-bit integer.
#if !defined(__SIZEOF_INT128__) || defined(TANDEM_NO_INT128)
// TANDEM_WIDE_NATIVE is 1 if `native` is used, else 0.
#define TANDEM_WIDE_NATIVE 0
#else
#define TANDEM_WIDE_NATIVE 1
#endif

namespace tandem::sim::wide {

// 128 bits, most significant word first, so that the defaulted comparison orders unsigned values.
// Signed values are held in two's complement; every operation wraps modulo 2^128.
struct Uint128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend constexpr auto operator<=>(const Uint128&, const Uint128&) = default;
};

// The result of a division: dividend = quotient * divisor + remainder, remainder < divisor.
struct Division {
    std::uint64_t quotient = 0;
    std::uint64_t remainder = 0;

    friend constexpr bool operator==(const Division&, const Division&) = default;
};

// Both wrap modulo 2^128, for signed and unsigned values alike.
constexpr Uint128 add(Uint128 a, Uint128 b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1U : 0U), low};
}

constexpr Uint128 subtract(Uint128 a, Uint128 b) {
    return {a.high - b.high - (a.low < b.low ? 1U : 0U), a.low - b.low};
}

namespace portable {

// The full unsigned product, from four 32-bit products (Knuth, TAOCP 2, 4.3.1, algorithm M).
constexpr Uint128 multiply(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t k_low_half = 0xffffffff;
    const std::uint64_t a_low = a & k_low_half;
    const std::uint64_t a_high = a >> 32;
    const std::uint64_t b_low = b & k_low_half;
    const std::uint64_t b_high = b >> 32;
    const std::uint64_t low = a_low * b_low;
    const std::uint64_t middle = a_high * b_low + (low >> 32);
    const std::uint64_t carried = a_low * b_high + (middle & k_low_half);
    return {a_high * b_high + (middle >> 32) + (carried >> 32),
            (carried << 32) | (low & k_low_half)};
}

// The full signed product in two's complement.
constexpr Uint128 multiply_signed(std::int64_t a, std::int64_t b) {
    const auto unsigned_a = static_cast<std::uint64_t>(a);
    const auto unsigned_b = static_cast<std::uint64_t>(b);
    Uint128 product = multiply(unsigned_a, unsigned_b);
    product.high -= (a < 0 ? unsigned_b : 0) + (b < 0 ? unsigned_a : 0);
    return product;
}

namespace detail {

// The next 32-bit digit of a quotient: `rest` is the running remainder (below the divisor), `next`
// the dividend's next 32 bits, `divisor` has its top bit set. The estimate is at most two too large
// (Knuth, TAOCP 2, 4.3.1, theorem B).
constexpr std::uint64_t quotient_digit(std::uint64_t rest, std::uint64_t next,
                                       std::uint64_t divisor) {
    const std::uint64_t divisor_high = divisor >> 32;
    const std::uint64_t divisor_low = divisor & 0xffffffff;
    std::uint64_t digit = rest / divisor_high;
    std::uint64_t left = rest % divisor_high;
    while ((digit >> 32) != 0 || digit * divisor_low > ((left << 32) | next)) {
        --digit;
        left += divisor_high;
        if ((left >> 32) != 0) {
            break;
        }
    }
    return digit;
}

}  // namespace detail

// Quotient and remainder for divisor != 0 and dividend.high < divisor, so that the quotient fits 64
// bits (Knuth, TAOCP 2, 4.3.1, algorithm D in base 2^32).
constexpr Division divide(Uint128 dividend, std::uint64_t divisor) {
    const int shift = std::countl_zero(divisor);
    const std::uint64_t scaled = divisor << shift;
    const std::uint64_t high =
        shift == 0 ? dividend.high : (dividend.high << shift) | (dividend.low >> (64 - shift));
    const std::uint64_t low = dividend.low << shift;
    const std::uint64_t upper = detail::quotient_digit(high, low >> 32, scaled);
    const std::uint64_t rest = ((high << 32) | (low >> 32)) - upper * scaled;
    const std::uint64_t lower = detail::quotient_digit(rest, low & 0xffffffff, scaled);
    const std::uint64_t remainder = ((rest << 32) | (low & 0xffffffff)) - lower * scaled;
    return {(upper << 32) | lower, remainder >> shift};
}

}  // namespace portable

#if TANDEM_WIDE_NATIVE
namespace native {

__extension__ using Unsigned = unsigned __int128;
__extension__ using Signed = __int128;

constexpr Uint128 split(Unsigned value) {
    return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
}

constexpr Uint128 multiply(std::uint64_t a, std::uint64_t b) {
    return split(static_cast<Unsigned>(a) * b);
}

constexpr Uint128 multiply_signed(std::int64_t a, std::int64_t b) {
    return split(static_cast<Unsigned>(static_cast<Signed>(a) * b));
}

constexpr Division divide(Uint128 dividend, std::uint64_t divisor) {
    const Unsigned value = (static_cast<Unsigned>(dividend.high) << 64) | dividend.low;
    return {static_cast<std::uint64_t>(value / divisor),
            static_cast<std::uint64_t>(value % divisor)};
}

}  // namespace native
namespace selected = native;
#else
namespace selected = portable;
#endif

// The functions that the core calls: the native ones if they exist, else the portable ones.
using selected::divide;
using selected::multiply;
using selected::multiply_signed;

// |value| without overflow: the lowest value gives 2^63.
constexpr std::uint64_t magnitude(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

// The low 64 bits of a result, and whether the whole result fits into them.
struct Checked {
    std::int64_t value = 0;
    bool fits = true;

    friend constexpr bool operator==(const Checked&, const Checked&) = default;
};

// A signed value divided by 2^shift, 1 <= shift <= 63, to nearest with ties toward +infinity.
constexpr Checked shift_rounded(Uint128 value, int shift) {
    const Uint128 sum = add(value, {0, std::uint64_t{1} << (shift - 1)});
    // It fits if the upper word holds only copies of the result's sign.
    const bool fits = sum.high + (std::uint64_t{1} << (shift - 1)) < std::uint64_t{1} << shift;
    return {static_cast<std::int64_t>((sum.high << (64 - shift)) | (sum.low >> shift)), fits};
}

// a * b / 2^shift, rounded as shift_rounded.
constexpr Checked multiply_rounded(std::int64_t a, std::int64_t b, int shift) {
    return shift_rounded(multiply_signed(a, b), shift);
}

// +-(quotient + remainder / divisor), to nearest with ties toward +infinity.
constexpr Checked quotient_rounded(Division division, std::uint64_t divisor, bool negative) {
    const std::uint64_t missing = divisor - division.remainder;
    const bool up = negative ? division.remainder > missing : division.remainder >= missing;
    const std::uint64_t rounded = division.quotient + (up ? 1U : 0U);
    const std::uint64_t most = (std::uint64_t{1} << 63) - (negative ? 0U : 1U);
    return {static_cast<std::int64_t>(negative ? 0 - rounded : rounded),
            division.quotient <= most && rounded <= most};
}

// a * 2^shift / b for b != 0 and 1 <= shift <= 63, rounded as quotient_rounded.
constexpr Checked divide_rounded(std::int64_t a, std::int64_t b, int shift) {
    const std::uint64_t dividend = magnitude(a);
    const std::uint64_t divisor = magnitude(b);
    // Whole multiples of 2^64 in the quotient do not change its low 64 bits, so they are removed
    // first.
    const std::uint64_t high = dividend >> (64 - shift);
    const Checked low = quotient_rounded(divide({high % divisor, dividend << shift}, divisor),
                                         divisor, (a < 0) != (b < 0));
    return {low.value, low.fits && high < divisor};
}

// The largest r with r * r <= value.
std::uint64_t root_floor(Uint128 value);

// The square root to nearest; a tie cannot occur, because (r + 1/2)^2 is never an integer. Roots
// that round up to 2^64 wrap to 0 (values above 2^128 - 2^64).
std::uint64_t root_rounded(Uint128 value);

}  // namespace tandem::sim::wide
