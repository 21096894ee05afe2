// SPDX-License-Identifier: MIT
// Functions of fixed-point numbers, arithmetic that wraps or saturates on purpose, and the literals
// 0.1_fx and 0.1_fx16. fixed.hpp includes this file.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <tandem/sim/math/checked.hpp>
#include <tandem/sim/math/decimal.hpp>
#include <tandem/sim/math/estimate.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/wide.hpp>

namespace tandem {

// ---- Functions, rounded once --------------------------------------------------------------------

// The square root, correctly rounded. A negative number gives 0 and is reported.
template <class Raw, int places>
BasicFixed<Raw, places> sqrt(BasicFixed<Raw, places> x, sim::Site site = sim::Site::here()) {
    using Number = BasicFixed<Raw, places>;
    if (x.raw() < 0) [[unlikely]] {
        sim::result_missing(Number::name, "square root of a negative number", site);
        return {};
    }
    const auto raw = static_cast<std::uint64_t>(x.raw());
    std::uint64_t root = 0;
    if constexpr (std::is_same_v<Number, Fixed>) {
        root = sim::exact::root_32(raw);
    } else if constexpr (std::is_same_v<Number, Fixed16>) {
        root = sim::exact::root_16(static_cast<std::uint32_t>(raw));
    } else {
        root = sim::wide::root_rounded({raw >> (64 - places), raw << places});
    }
    return Number::from_raw(static_cast<Raw>(root));
}

// 1 / x.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> reciprocal(BasicFixed<Raw, places> x,
                                             sim::Site site = sim::Site::here()) {
    return BasicFixed<Raw, places>::from_raw(sim::checked::divide<places, Raw>(
        std::int64_t{1} << places, x.raw(), BasicFixed<Raw, places>::name, site));
}

// sqrt(x^2 + y^2). The sum of the squares has 128 bits and cannot overflow; the root can.
template <class Raw, int places>
BasicFixed<Raw, places> hypot(BasicFixed<Raw, places> x,
                              std::type_identity_t<BasicFixed<Raw, places>> y,
                              sim::Site site = sim::Site::here()) {
    const auto root = static_cast<std::int64_t>(sim::exact::hypotenuse(x.raw(), y.raw()));
    return BasicFixed<Raw, places>::from_raw(
        sim::checked::narrow<Raw>({root, root >= 0}, BasicFixed<Raw, places>::name, "hypot", site));
}

// Linear interpolation: exactly a for t = 0 and b for t = 1, rounded once for any other t. The
// difference of a and b may be out of range.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> lerp(BasicFixed<Raw, places> a,
                                       std::type_identity_t<BasicFixed<Raw, places>> b,
                                       std::type_identity_t<BasicFixed<Raw, places>> t,
                                       sim::Site site = sim::Site::here()) {
    using namespace sim::wide;
    const std::int64_t start = a.raw();
    std::int64_t way = 0;
    Uint128 part;
    if (__builtin_sub_overflow(std::int64_t{b.raw()}, start, &way)) [[unlikely]] {
        part = subtract(multiply_signed(b.raw(), t.raw()), multiply_signed(start, t.raw()));
    } else {
        part = multiply_signed(way, t.raw());
    }
    const Uint128 scaled{static_cast<std::uint64_t>(start >> (64 - places)),
                         static_cast<std::uint64_t>(start) << places};
    return BasicFixed<Raw, places>::from_raw(sim::checked::narrow<Raw>(
        shift_rounded(add(scaled, part), places), BasicFixed<Raw, places>::name, "lerp", site));
}

// ---- Overflow on purpose ------------------------------------------------------------------------

// The sum with wrapping, like the operator, but without a report. It is meant for hashes, phases
// and counters that wrap on purpose.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> wrapping_add(BasicFixed<Raw, places> a,
                                               std::type_identity_t<BasicFixed<Raw, places>> b) {
    Raw sum{};
    static_cast<void>(__builtin_add_overflow(a.raw(), b.raw(), &sum));
    return BasicFixed<Raw, places>::from_raw(sum);
}

// The difference with wrapping, without a report.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> wrapping_subtract(
    BasicFixed<Raw, places> a, std::type_identity_t<BasicFixed<Raw, places>> b) {
    Raw difference{};
    static_cast<void>(__builtin_sub_overflow(a.raw(), b.raw(), &difference));
    return BasicFixed<Raw, places>::from_raw(difference);
}

// The product, rounded first, with wrapping and without a report.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> wrapping_multiply(
    BasicFixed<Raw, places> a, std::type_identity_t<BasicFixed<Raw, places>> b) {
    if constexpr (sizeof(Raw) == 4) {
        constexpr std::int64_t k_half = std::int64_t{1} << (places - 1);
        return BasicFixed<Raw, places>::from_raw(
            static_cast<Raw>((std::int64_t{a.raw()} * b.raw() + k_half) >> places));
    } else {
        return BasicFixed<Raw, places>::from_raw(
            sim::wide::multiply_rounded(a.raw(), b.raw(), places).value);
    }
}

namespace sim::detail {

// The lowest or the highest value.
template <class Number>
constexpr Number end_of_range(bool is_negative) {
    return is_negative ? Number::lowest() : Number::highest();
}

template <class Number>
constexpr Number saturated(wide::Checked exact, bool is_negative) {
    const auto raw = static_cast<typename Number::raw_type>(exact.value);
    return exact.fits && raw == exact.value ? Number::from_raw(raw)
                                            : end_of_range<Number>(is_negative);
}

}  // namespace sim::detail

// The sum. If it does not fit, the result is the nearer end of the range, without a report.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> saturating_add(BasicFixed<Raw, places> a,
                                                 std::type_identity_t<BasicFixed<Raw, places>> b) {
    Raw sum{};
    const bool overflows = __builtin_add_overflow(a.raw(), b.raw(), &sum);
    return overflows ? sim::detail::end_of_range<BasicFixed<Raw, places>>(a.raw() < 0)
                     : BasicFixed<Raw, places>::from_raw(sum);
}

// The difference, bounded as in saturating_add.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> saturating_subtract(
    BasicFixed<Raw, places> a, std::type_identity_t<BasicFixed<Raw, places>> b) {
    Raw difference{};
    const bool overflows = __builtin_sub_overflow(a.raw(), b.raw(), &difference);
    return overflows ? sim::detail::end_of_range<BasicFixed<Raw, places>>(a.raw() < 0)
                     : BasicFixed<Raw, places>::from_raw(difference);
}

// The product, bounded as in saturating_add.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> saturating_multiply(
    BasicFixed<Raw, places> a, std::type_identity_t<BasicFixed<Raw, places>> b) {
    return sim::detail::saturated<BasicFixed<Raw, places>>(
        sim::wide::multiply_rounded(a.raw(), b.raw(), places), (a.raw() < 0) != (b.raw() < 0));
}

// The quotient, bounded likewise. a / 0 is the end of the range with the sign of a, and 0 / 0 is 0.
template <class Raw, int places>
constexpr BasicFixed<Raw, places> saturating_divide(
    BasicFixed<Raw, places> a, std::type_identity_t<BasicFixed<Raw, places>> b) {
    using Number = BasicFixed<Raw, places>;
    if (b.raw() == 0) {
        return a.raw() == 0 ? Number{} : sim::detail::end_of_range<Number>(a.raw() < 0);
    }
    return sim::detail::saturated<Number>(sim::wide::divide_rounded(a.raw(), b.raw(), places),
                                          (a.raw() < 0) != (b.raw() < 0));
}

// ---- Literals -----------------------------------------------------------------------------------

namespace sim {
namespace detail {

// It is not constexpr on purpose: a literal that reaches it is a compile error, and this name tells
// the mistake.
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

inline namespace literals {
// 0.1_fx is the Fixed nearest to 0.1. The literal is read as decimal text at compile time, never as
// floating point.
consteval Fixed operator""_fx(const char* text) { return sim::detail::fixed_literal<Fixed>(text); }
consteval Fixed16 operator""_fx16(const char* text) {
    return sim::detail::fixed_literal<Fixed16>(text);
}
}  // namespace literals

}  // namespace tandem
