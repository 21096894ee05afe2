// SPDX-License-Identifier: MIT
// Roots and quotients of the fixed-point core, exact to the last bit, in two versions. `hardware`
// starts with an estimate in hardware floating point and corrects it in integers. `integer` uses
// integers alone. Both give the same bits on every machine and with every flag. A build without
// floating point has only `integer`.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tandem/sim/math/wide.hpp>

// Define TANDEM_INTEGER_ONLY to keep the core free of floating-point instructions. Without a
// 128-bit integer this is always so.
#if defined(TANDEM_INTEGER_ONLY) || !TANDEM_WIDE_NATIVE
// TANDEM_ESTIMATES is 1 if the core may use floating point for estimates, else 0.
#define TANDEM_ESTIMATES 0
#else
#define TANDEM_ESTIMATES 1
#endif

namespace tandem::sim::exact {

// A vector of length 2^shift.
struct Unit {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend constexpr bool operator==(const Unit&, const Unit&) = default;
};

// These functions exist only if TANDEM_ESTIMATES is 1.
namespace hardware {

// a * 2^shift / b, rounded to nearest with ties toward +infinity; b != 0 and 1 <= shift <= 32.
wide::Checked quotient(std::int64_t a, std::int64_t b, int shift);

// sqrt(x * 2^32) and sqrt(x * 2^16) to nearest, for x < 2^63 and x < 2^31; a tie cannot occur.
std::uint64_t root_32(std::uint64_t x);
std::uint32_t root_16(std::uint32_t x);

// sqrt(x^2 + y^2) to nearest.
std::uint64_t hypotenuse(std::int64_t x, std::int64_t y);

// x and y times 2^shift / sqrt(x^2 + y^2), each rounded to nearest; a tie cannot occur. x and y
// must not both be 0, and 1 <= shift <= 32.
Unit unit(std::int64_t x, std::int64_t y, int shift);

// The functions above for `count` values, in loops that compilers vectorise. doubts[i] is negative
// if the estimate does not decide results[i]; then the caller must compute that one alone. Returns
// false if there is such a value. Arrays that are written must not overlap others.
bool quotients(const std::int64_t* a, const std::int64_t* b, std::int64_t* results,
               std::int64_t* doubts, std::size_t count, int shift);
bool roots(const std::int64_t* x, std::int64_t* results, std::int64_t* doubts, std::size_t count,
           int shift);
bool hypotenuses(const std::int64_t* x, const std::int64_t* y, std::int64_t* results,
                 std::int64_t* doubts, std::size_t count);
bool units(const std::int64_t* x, const std::int64_t* y, std::int64_t* unit_x, std::int64_t* unit_y,
           std::int64_t* doubts, std::size_t count, int shift);

}  // namespace hardware

// The functions above, but with 1 <= shift <= 62.
namespace integer {

wide::Checked quotient(std::int64_t a, std::int64_t b, int shift);
std::uint64_t root_32(std::uint64_t x);
std::uint32_t root_16(std::uint32_t x);
std::uint64_t hypotenuse(std::int64_t x, std::int64_t y);
Unit unit(std::int64_t x, std::int64_t y, int shift);

}  // namespace integer

#if TANDEM_ESTIMATES
namespace selected = hardware;
#else
namespace selected = integer;
#endif

// The functions that the core calls.
using selected::hypotenuse;
using selected::quotient;
using selected::root_16;
using selected::root_32;
using selected::unit;

}  // namespace tandem::sim::exact
