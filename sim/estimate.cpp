// SPDX-License-Identifier: MIT
// The one file of the core where floating point stands. An estimate only has to land within one
// step of the result; integers decide which step it is. Nothing here relies on infinities, on the
// order of operations, on contraction or on the rounding mode, so that no compiler flag can change
// a bit.
#include <tandem/sim/estimate.hpp>

#include <bit>
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

std::uint64_t hypotenuse(std::int64_t x, std::int64_t y) {
    const auto dx = static_cast<double>(x);
    const auto dy = static_cast<double>(y);
    const double estimate = std::sqrt(dx * dx + dy * dy);
    if (!(estimate < 0x1p47)) [[unlikely]] {
        return integer::hypotenuse(x, y);
    }
    // As in root_32, with twice the allowance: four roundings come before the root.
    constexpr double k_scale = 1 - 0x1p-49;
    const auto root = static_cast<std::int64_t>(estimate * k_scale + 0.5);
    const auto unsigned_root = static_cast<std::uint64_t>(root);
    const auto unsigned_x = static_cast<std::uint64_t>(x);
    const auto unsigned_y = static_cast<std::uint64_t>(y);
    const auto rest = static_cast<std::int64_t>(unsigned_x * unsigned_x + unsigned_y * unsigned_y -
                                                unsigned_root * unsigned_root);
    return unsigned_root + static_cast<std::uint64_t>(is_negative(root - rest));
}

Unit unit(std::int64_t x, std::int64_t y, int shift) {
    const auto dx = static_cast<double>(x);
    const auto dy = static_cast<double>(y);
    const double scale = power_of_two(shift) / std::sqrt(dx * dx + dy * dy);
    const double unit_x = dx * scale;
    const double unit_y = dy * scale;
    const Unit near{std::llrint(unit_x), std::llrint(unit_y)};
    // An estimate is at most 2^32 and has seven roundings: it is off by less than 2^-17. Where it
    // lies no closer to a tie than many times that, the exact value has the same neighbour.
    constexpr double k_clear = 0.5 - 0x1p-12;
    const double off_x = std::fabs(unit_x - static_cast<double>(near.x));
    const double off_y = std::fabs(unit_y - static_cast<double>(near.y));
    if (off_x < k_clear && off_y < k_clear) [[likely]] {
        return near;
    }
    return integer::unit(x, y, shift);
}

}  // namespace hardware

namespace integer {

namespace {

// +-part * 2^shift / length, where part <= length.
std::int64_t share(std::uint64_t part, std::uint64_t length, int shift, bool negative) {
    const wide::Division division = wide::divide({part >> (64 - shift), part << shift}, length);
    return wide::quotient_rounded(division, length, negative).value;
}

wide::Uint128 sum_of_squares(std::uint64_t x, std::uint64_t y) {
    return wide::add(wide::multiply(x, x), wide::multiply(y, y));
}

}  // namespace

wide::Checked quotient(std::int64_t a, std::int64_t b, int shift) {
    return wide::divide_rounded(a, b, shift);
}

std::uint64_t root_32(std::uint64_t x) { return wide::root_rounded({x >> 32, x << 32}); }

std::uint32_t root_16(std::uint32_t x) {
    return static_cast<std::uint32_t>(wide::root_rounded({0, std::uint64_t{x} << 16}));
}

std::uint64_t hypotenuse(std::int64_t x, std::int64_t y) {
    return wide::root_rounded(sum_of_squares(wide::magnitude(x), wide::magnitude(y)));
}

Unit unit(std::int64_t x, std::int64_t y, int shift) {
    const std::uint64_t width = wide::magnitude(x);
    const std::uint64_t height = wide::magnitude(y);
    // Brought to 63 bits first, so that the length of a short vector is not mostly rounding error;
    // the lowest raw value alone has 64 bits and loses its last one.
    const int room = std::countl_zero(width | height) - 1;
    const std::uint64_t scaled_x = room < 0 ? width >> 1 : width << room;
    const std::uint64_t scaled_y = room < 0 ? height >> 1 : height << room;
    const std::uint64_t size = wide::root_rounded(sum_of_squares(scaled_x, scaled_y));
    return {share(scaled_x, size, shift, x < 0), share(scaled_y, size, shift, y < 0)};
}

}  // namespace integer

}  // namespace tandem::sim::exact
