// SPDX-License-Identifier: MIT
// The one file of the core where floating point stands. An estimate only has to land within one
// step of the result; integers decide which step it is. Nothing here relies on infinities, on the
// order of operations, on contraction or on the rounding mode, so that no compiler flag can change
// a bit.
#include <tandem/sim/estimate.hpp>

#include <cmath>

namespace tandem::sim::exact {

namespace hardware {

namespace {

// Quotients below this are estimated: three roundings of the estimate, each at most 2^-52 of it in
// any rounding mode, together stay below 3/8 of a step.
constexpr double k_estimate_max = 0x1p49;
// Remainders of up to one divisor and a half, doubled, stay within 64 bits for divisors below this.
constexpr std::uint64_t k_divisor_max = std::uint64_t{1} << 61;

double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// -1 where value is negative, else 0; signs are data, and a branch on them would be guessed
// wrongly.
std::int64_t sign_mask(std::int64_t value) { return value >> 63; }

// 1 where value is negative, else 0.
std::int64_t is_negative(std::int64_t value) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) >> 63);
}

// Apart, so that the common way saves no registers for it.
[[gnu::noinline, gnu::cold]] wide::Checked wide_quotient(std::int64_t a, std::int64_t b,
                                                         int shift) {
    return wide::divide_rounded(a, b, shift);
}

}  // namespace

wide::Checked quotient(std::int64_t a, std::int64_t b, int shift) {
    const double estimate = static_cast<double>(a) * power_of_two(shift) / static_cast<double>(b);
    const std::int64_t sign = sign_mask(b);
    const auto size = static_cast<std::uint64_t>((b ^ sign)) - static_cast<std::uint64_t>(sign);
    if (size >= k_divisor_max || !(std::fabs(estimate) < k_estimate_max)) [[unlikely]] {
        return wide_quotient(a, b, shift);
    }
    const std::int64_t near = std::llrint(estimate);
    // The remainder is short, so its low 64 bits are all of it.
    const auto rest =
        static_cast<std::int64_t>((static_cast<std::uint64_t>(a) << shift) -
                                  static_cast<std::uint64_t>(near) * static_cast<std::uint64_t>(b));
    const std::int64_t twice = ((rest ^ sign) - sign) * 2;
    const auto step = static_cast<std::int64_t>(size);
    // The tie belongs to the upper of the two.
    return {near + is_negative(step - 1 - twice) - is_negative(twice + step), true};
}

std::uint64_t root_32(std::uint64_t x) {
    // A little less than the root, by more than its error and less than half a step: truncated, it
    // is the nearest or the one below.
    constexpr double k_scale = 0x1p16 * (1 - 0x1p-50);
    const double estimate = std::sqrt(static_cast<double>(static_cast<std::int64_t>(x)));
    const auto root = static_cast<std::int64_t>(estimate * k_scale + 0.5);
    const auto unsigned_root = static_cast<std::uint64_t>(root);
    const auto rest = static_cast<std::int64_t>((x << 32) - unsigned_root * unsigned_root);
    // (root + 1/2)^2 = root^2 + root + 1/4
    return unsigned_root + static_cast<std::uint64_t>(is_negative(root - rest));
}

std::uint32_t root_16(std::uint32_t x) {
    constexpr double k_scale = 0x1p8 * (1 - 0x1p-50);
    const double estimate = std::sqrt(static_cast<double>(static_cast<std::int32_t>(x)));
    const auto root = static_cast<std::int32_t>(estimate * k_scale + 0.5);
    const std::int64_t rest = (std::int64_t{x} << 16) - std::int64_t{root} * root;
    return static_cast<std::uint32_t>(root + (rest > root ? 1 : 0));
}

}  // namespace hardware

namespace integer {

wide::Checked quotient(std::int64_t a, std::int64_t b, int shift) {
    return wide::divide_rounded(a, b, shift);
}

std::uint64_t root_32(std::uint64_t x) { return wide::root_rounded({x >> 32, x << 32}); }

std::uint32_t root_16(std::uint32_t x) {
    return static_cast<std::uint32_t>(wide::root_rounded({0, std::uint64_t{x} << 16}));
}

}  // namespace integer

}  // namespace tandem::sim::exact
