// SPDX-License-Identifier: MIT
// Right operands that know where their operator stands: an operator has no place for a default
// argument, the converting constructor of its operand has.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <tandem/sim/math/fault.hpp>

namespace tandem::sim {

// An integer that stands for a number; bool does not.
template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

// Takes what converts to Number by itself. What does not fit is reported as of the same place.
template <class Number>
struct Located {
    Number value;
    Site site;

    template <class Operand>
    requires std::convertible_to<Operand, Number>
    constexpr Located(const Operand& operand, const char* file = __builtin_FILE(),
                      int line = __builtin_LINE())
        : value(converted(operand, {file, line})), site{file, line} {}

    // A compiler shows this line where an operand is floating point.
    template <std::floating_point Operand>
    Located(Operand) = delete;  // Tandem: write 0.1_fx or ratio(1, 10), not floating point

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

// The same without whole numbers, for operators that have another form for those.
template <class Number>
struct LocatedFraction : Located<Number> {
    template <class Operand>
    requires(std::convertible_to<Operand, Number> &&
             !std::integral<Operand>) constexpr LocatedFraction(const Operand& operand,
                                                                const char* file = __builtin_FILE(),
                                                                int line = __builtin_LINE())
        : Located<Number>(operand, file, line) {}

    template <std::floating_point Operand>
    LocatedFraction(Operand) = delete;  // Tandem: write 0.1_fx or ratio(1, 10), not floating point
};

// A whole number of any type.
struct LocatedWhole {
    std::uint64_t bits;  // in two's complement where it is negative
    bool is_negative;
    Site site;

    template <WholeNumber Integer>
    constexpr LocatedWhole(Integer value, const char* file = __builtin_FILE(),
                           int line = __builtin_LINE())
        : bits(static_cast<std::uint64_t>(value)), is_negative(value < 0), site{file, line} {}

    constexpr std::uint64_t magnitude() const { return is_negative ? 0 - bits : bits; }
};

}  // namespace tandem::sim
