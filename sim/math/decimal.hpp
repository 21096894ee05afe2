// SPDX-License-Identifier: MIT
// Converts decimal text to binary fixed point, correctly rounded, also at compile time. The _fx
// literals use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tandem::sim {

// The most digits behind the point, more than any value of ours needs. A longer text is refused, so
// that nothing is cut silently.
inline constexpr std::size_t k_decimal_fraction_digits_max = 64;

namespace detail {

// Doubles the decimal fraction 0.d0 d1 d2 ... in place and returns the bit that moves before the
// point.
constexpr std::uint64_t extract_next_bit(
    std::array<std::uint8_t, k_decimal_fraction_digits_max>& digits) {
    std::uint8_t carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        const auto doubled = static_cast<std::uint8_t>(digits[i] * 2 + carry);
        carry = doubled >= 10 ? 1 : 0;
        digits[i] = static_cast<std::uint8_t>(doubled - carry * 10);
    }
    return carry;
}

}  // namespace detail

// The raw value of an unsigned decimal number such as 3, 0.25, .5 or 1'000.5, with `fraction_bits`
// binary places (at most 63), rounded to nearest with ties up. Returns nothing for other text, for
// too many digits, and above `raw_max`.
constexpr std::optional<std::uint64_t> parse_decimal(std::string_view text, int fraction_bits,
                                                     std::uint64_t raw_max) {
    std::array<std::uint8_t, k_decimal_fraction_digits_max> fraction{};
    std::size_t fraction_digits = 0;
    std::uint64_t whole = 0;
    bool after_point = false;
    bool any_digit = false;
    for (const char c : text) {
        if (c == '\'') {
            continue;
        }
        if (c == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        any_digit = true;
        const auto digit = static_cast<std::uint8_t>(c - '0');
        if (after_point) {
            if (fraction_digits == fraction.size()) {
                return std::nullopt;
            }
            fraction[fraction_digits++] = digit;
        } else {
            whole = whole * 10 + digit;
            if (whole > (raw_max >> fraction_bits)) {
                return std::nullopt;
            }
        }
    }
    if (!any_digit) {
        return std::nullopt;
    }
    std::uint64_t raw = whole;
    for (int bit = 0; bit < fraction_bits; ++bit) {
        raw = raw * 2 + detail::extract_next_bit(fraction);
    }
    raw += detail::extract_next_bit(fraction);
    return raw <= raw_max ? std::optional(raw) : std::nullopt;
}

}  // namespace tandem::sim
