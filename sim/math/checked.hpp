// SPDX-License-Identifier: MIT
// The parts of the operators of fixed-point numbers: operands that know the place of their operator
// in the source, and arithmetic on raw values. Every result wraps. A result that does not fit is
// reported, on a branch that is normally not taken.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tandem/sim/math/estimate.hpp>
#include <tandem/sim/math/fault.hpp>
#include <tandem/sim/math/wide.hpp>

namespace tandem::sim {

// An integer that means a number; bool is not one.
template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

// It never compiles: it explains the mistake of a number in floating point.
template <std::floating_point Number>
constexpr void refuse_floating_point() {
    static_assert(!std::floating_point<Number>,
                  "Tandem: Fixed takes no floating point, which differs between machines; write "
                  "0.1_fx or ratio(1, 10)");
}

// An operand that converts implicitly to Number, with the place of the operator. If it does not
// fit, the report names that place.
template <class Number>
struct Located {
    Number value;
    Site site;

    template <class Operand>
    requires(std::convertible_to<Operand, Number> &&
             !std::floating_point<Operand>) constexpr Located(const Operand& operand,
                                                              const char* file = __builtin_FILE(),
                                                              int line = __builtin_LINE())
        : value(converted(operand, {file, line})), site{file, line} {}

    template <std::floating_point Operand>
    constexpr Located(Operand) : value(), site() {
        refuse_floating_point<Operand>();
    }

private:
    template <class Operand>
    static constexpr Number converted(const Operand& operand, Site site) {
        if constexpr (std::constructible_from<Number, const Operand&, Site>) {
            return Number(operand, site);
        } else {
            return operand;
        }
    }
};

// An operand without whole numbers, for operators that have another form for them.
template <class Number>
struct LocatedFraction : Located<Number> {
    template <class Operand>
    requires(std::convertible_to<Operand, Number> && !std::integral<Operand> &&
             !std::floating_point<Operand>) constexpr LocatedFraction(const Operand& operand,
                                                                      const char* file =
                                                                          __builtin_FILE(),
                                                                      int line = __builtin_LINE())
        : Located<Number>(operand, file, line) {}

    template <std::floating_point Operand>
    constexpr LocatedFraction(Operand operand) : Located<Number>(operand) {}
};

// A whole number of any type.
struct LocatedWhole {
    std::uint64_t bits;  // in two's complement if it is negative
    bool is_negative;
    Site site;

    template <WholeNumber Integer>
    constexpr LocatedWhole(Integer value, const char* file = __builtin_FILE(),
                           int line = __builtin_LINE())
        : bits(static_cast<std::uint64_t>(value)), is_negative(value < 0), site{file, line} {}

    constexpr std::uint64_t magnitude() const { return is_negative ? 0 - bits : bits; }
};

namespace checked {

// A constant expression is checked in every build; there the report is a compile error.
constexpr void expect_fits(bool fits, const char* number, const char* operation, Site site) {
    if ((k_arithmetic_checks || std::is_constant_evaluated()) && !fits) [[unlikely]] {
        result_overflowed(number, operation, site);
    }
}

// The low bits of `value`, checked.
template <class Raw>
constexpr Raw narrow(wide::Checked value, const char* number, const char* operation, Site site) {
    const auto raw = static_cast<Raw>(value.value);
    expect_fits(value.fits && raw == value.value, number, operation, site);
    return raw;
}

template <class Raw>
constexpr Raw add(Raw a, Raw b, const char* number, Site site) {
    Raw sum{};
    expect_fits(!__builtin_add_overflow(a, b, &sum), number, "addition", site);
    return sum;
}

template <class Raw>
constexpr Raw subtract(Raw a, Raw b, const char* number, Site site) {
    Raw difference{};
    expect_fits(!__builtin_sub_overflow(a, b, &difference), number, "subtraction", site);
    return difference;
}

template <class Raw>
constexpr Raw negate(Raw a, const char* number, const char* operation, Site site) {
    Raw negative{};
    expect_fits(!__builtin_sub_overflow(Raw{0}, a, &negative), number, operation, site);
    return negative;
}

// True if all bits of `word` from bit shift - 1 upward are equal.
template <int shift>
constexpr bool is_sign_only(std::uint64_t word) {
    if constexpr (shift == 32) {
        return static_cast<std::uint64_t>(static_cast<std::int32_t>(word)) == word;
    } else {
        constexpr std::uint64_t k_sign = std::uint64_t{1} << (shift - 1);
        return word + k_sign < 2 * k_sign;
    }
}

// A function of its own, so that the common path of multiply stays short.
[[gnu::cold, gnu::noinline]] std::int64_t multiply_slowly(std::int64_t a, std::int64_t b, int shift,
                                                          const char* number, Site site);

// a * b / 2^shift, rounded.
template <int shift, class Raw>
constexpr Raw multiply(Raw a, Raw b, const char* number, Site site) {
    constexpr std::uint64_t k_half = std::uint64_t{1} << (shift - 1);
    if constexpr (sizeof(Raw) == 4) {
        const std::int64_t product = std::int64_t{a} * b + static_cast<std::int64_t>(k_half);
        return narrow<Raw>({product >> shift, true}, number, "multiplication", site);
    } else if (!k_arithmetic_checks || std::is_constant_evaluated()) {
        return narrow<Raw>(wide::multiply_rounded(a, b, shift), number, "multiplication", site);
    } else {
        const wide::Uint128 product = wide::multiply_signed(a, b);
        // Rounding carries into the upper word once in 2^32 products. A branch keeps it off the
        // path from the operands to the result.
        const std::uint64_t low = product.low + k_half;
        if (low < k_half || !is_sign_only<shift>(product.high)) [[unlikely]] {
            return multiply_slowly(a, b, shift, number, site);
        }
        return static_cast<std::int64_t>((product.high << (64 - shift)) | (low >> shift));
    }
}

// a * 2^shift / b, rounded; 0 for b = 0.
template <int shift, class Raw>
constexpr Raw divide(std::int64_t a, std::int64_t b, const char* number, Site site) {
    if (b == 0) [[unlikely]] {
        result_missing(number, "division by zero", site);
        return 0;
    }
    if (shift > 32 || std::is_constant_evaluated()) {
        return narrow<Raw>(wide::divide_rounded(a, b, shift), number, "division", site);
    }
    return narrow<Raw>(exact::quotient(a, b, shift), number, "division", site);
}

// raw * 2^shift, rounded; -63 < shift < 63.
template <int shift, class Raw>
constexpr Raw scale(std::int64_t raw, const char* number, Site site) {
    if constexpr (shift < 0) {
        const std::int64_t rounded = (raw >> -shift) + ((raw >> (-shift - 1)) & 1);
        return narrow<Raw>({rounded, true}, number, "conversion", site);
    } else {
        Raw scaled{};
        const bool fits = !__builtin_mul_overflow(raw, std::int64_t{1} << shift, &scaled);
        expect_fits(fits, number, "conversion", site);
        return scaled;
    }
}

}  // namespace checked
}  // namespace tandem::sim
