// SPDX-License-Identifier: MIT
// Decimal literals for fixed point, 0.1_fx and 0.1_fx16; included by fixed.hpp.
#pragma once

#include <cstdint>
#include <limits>

#include <tandem/sim/math/decimal.hpp>
#include <tandem/sim/math/fixed.hpp>

namespace tandem {

namespace sim {
namespace detail {

// Not constexpr on purpose: reaching it in a literal is the compile error that names the mistake.
void a_fixed_literal_must_be_a_plain_decimal_in_range();

template <class Number>
consteval Number fixed_literal(const char* text) {
    const auto raw = parse_decimal(
        text, Number::fraction_bits,
        static_cast<std::uint64_t>(std::numeric_limits<typename Number::raw_type>::max()));
    if (!raw) {
        a_fixed_literal_must_be_a_plain_decimal_in_range();
    }
    return Number::from_raw(static_cast<typename Number::raw_type>(*raw));
}

}  // namespace detail
}  // namespace sim

// 0.1_fx is the Fixed nearest to 0.1: read as decimal text at compile time, never as floating
// point.
inline namespace literals {
consteval Fixed operator""_fx(const char* text) { return sim::detail::fixed_literal<Fixed>(text); }
consteval Fixed16 operator""_fx16(const char* text) {
    return sim::detail::fixed_literal<Fixed16>(text);
}
}  // namespace literals

}  // namespace tandem
