// SPDX-License-Identifier: MIT
// The only floating point of the core that a step can reach. With TANDEM_INTEGER_ONLY this file is
// empty. An estimate only has to land within one step of the result; integers decide which step it
// is. Nothing here relies on infinities, on the order of operations, on contraction or on the
// rounding mode, so that no compiler flag can change a bit.
#include <tandem/sim/math/estimate.hpp>

#if TANDEM_ESTIMATES

#include <cmath>

namespace tandem::sim::exact {

namespace hardware {

namespace {

// Quotients below this are estimated: three roundings of the estimate, each at most 2^-52 of it in
// any rounding mode, together stay below 3/8 of a step.
constexpr double k_estimate_max = 0x1p49;
// Remainders of up to one divisor and a half, doubled, stay within 64 bits for divisors below this.
constexpr std::uint64_t k_divisor_max = std::uint64_t{1} << 61;
constexpr double k_divisor_estimate_max = 0x1p60;
// Roots below this are estimated: an estimate of four roundings is off by less than 3/8.
constexpr double k_root_max = 0x1p47;

double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// -1 if value is negative, else 0. Signs are data, so a branch on them would be guessed wrongly.
std::int64_t sign_mask(std::int64_t value) { return value >> 63; }

// 1 if value is negative, else 0.
std::int64_t is_negative(std::int64_t value) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) >> 63);
}

// Parts of unit vectors are estimated with twelve bits more than they keep. Their seven roundings
// are off by less than 2^-17 of a step, so the estimate has the neighbour that the exact value has,
// unless it lies within two of these fine steps of a tie.
constexpr int k_unit_bits = 12;
constexpr std::uint64_t k_unit_half = std::uint64_t{1} << (k_unit_bits - 1);
// The offset makes an estimate positive, so that shifts are those of unsigned words.
constexpr std::uint64_t k_unit_offset = std::uint64_t{1} << 50;

std::int64_t unit_of(std::int64_t fine) {
    const std::uint64_t raised = static_cast<std::uint64_t>(fine) + k_unit_half + k_unit_offset;
    return static_cast<std::int64_t>((raised >> k_unit_bits) - (k_unit_offset >> k_unit_bits));
}

// Negative near a tie, that is if the fine bits of fine + half are -2 to 2.
std::int64_t tie_mask(std::int64_t fine) {
    const std::uint64_t above = (static_cast<std::uint64_t>(fine) + k_unit_half + 2) & 0xfff;
    return static_cast<std::int64_t>(above) - 5;
}

bool is_near_tie(std::int64_t fine) { return tie_mask(fine) < 0; }

// The nearest root of a square below 2^95 whose low 64 bits these are, from one at most one off.
std::int64_t corrected_root(std::int64_t near, std::uint64_t square_bits) {
    const auto root = static_cast<std::uint64_t>(near);
    const std::uint64_t rest = square_bits - root * root;
    // (root + 1/2)^2 = root^2 + root + 1/4, and no root lies below 0.
    const std::uint64_t up = (root - rest) >> 63;
    const std::uint64_t down = ((rest + root - 1) >> 63) & ((0 - root) >> 63);
    return static_cast<std::int64_t>(root + up - down);
}

// It is a function of its own, so that the common way saves no registers for it.
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
    // The scaled estimate is a little less than the root, by more than its error and less than half
    // a step. So truncated it is the nearest whole number or the one below.
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
    if (!(estimate < k_root_max)) [[unlikely]] {
        return integer::hypotenuse(x, y);
    }
    // The scale works as in root_32, with twice the allowance: four roundings come before the root.
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
    const double scale = power_of_two(shift + k_unit_bits) / std::sqrt(dx * dx + dy * dy);
    const std::int64_t fine_x = std::llrint(dx * scale);
    const std::int64_t fine_y = std::llrint(dy * scale);
    if (is_near_tie(fine_x) || is_near_tie(fine_y)) [[unlikely]] {
        return integer::unit(x, y, shift);
    }
    return {unit_of(fine_x), unit_of(fine_y)};
}

// ---- Blocks -------------------------------------------------------------------------------------
// Conversions are spelled out, because the vector units of most processors lack those of 64-bit
// integers.

namespace {

// A zero that compilers must not know. Doubles that pass through integers with it are separate: no
// licence to reorder sums reaches across.
std::uint64_t unknown_zero() {
    std::uint64_t zero = 0;
    asm("" : "+r"(zero));
    return zero;
}

// Each half of the value becomes the low bits of a double of known exponent (2^84 and 2^52). The
// exponents' part of the sum is subtracted again.
double to_double(std::int64_t value, std::uint64_t zero) {
    constexpr std::uint64_t k_low = std::uint64_t{0x433} << 52;
    constexpr std::uint64_t k_high = std::uint64_t{0x453} << 52;
    constexpr double k_offset = 0x1p84 + 0x1p63 + 0x1p52;
    const auto bits = static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);
    const auto high = __builtin_bit_cast(double, (bits >> 32) | k_high) - k_offset;
    const auto low = __builtin_bit_cast(double, (bits & 0xffffffff) | k_low);
    return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, high) ^ zero) + low;
}

// A word that is negative if the value is.
std::int64_t sign_word(double value) { return __builtin_bit_cast(std::int64_t, value); }

// The whole number beside `value`, |value| < 2^50: added to this it is in the low bits of the sum.
constexpr double k_shifter = 0x1.8p52;

std::int64_t to_integer(double value) {
    return static_cast<std::int64_t>(__builtin_bit_cast(std::uint64_t, value + k_shifter) -
                                     __builtin_bit_cast(std::uint64_t, k_shifter));
}

}  // namespace

bool quotients(const std::int64_t* __restrict a, const std::int64_t* __restrict b,
               std::int64_t* __restrict results, std::int64_t* __restrict doubts, std::size_t count,
               int shift) {
    const std::uint64_t zero = unknown_zero();
    const double power = power_of_two(shift);
    std::int64_t doubt = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double divisor = to_double(b[i], zero);
        const double size = std::fabs(divisor);
        const double estimate = to_double(a[i], zero) * power / (size < 1 ? 1 : divisor);
        doubts[i] = sign_word(size - 1) | sign_word(k_divisor_estimate_max - size) |
                    sign_word(k_estimate_max - std::fabs(estimate));
        doubt |= doubts[i];
        const std::int64_t near = to_integer(estimate);
        const std::uint64_t rest =
            (static_cast<std::uint64_t>(a[i]) << shift) -
            static_cast<std::uint64_t>(near) * static_cast<std::uint64_t>(b[i]);
        const auto sign = static_cast<std::uint64_t>(sign_mask(b[i]));
        const std::uint64_t length = (static_cast<std::uint64_t>(b[i]) ^ sign) - sign;
        const std::uint64_t twice = ((rest ^ sign) - sign) * 2;
        results[i] = near + static_cast<std::int64_t>((length - 1 - twice) >> 63) -
                     static_cast<std::int64_t>((twice + length) >> 63);
    }
    return doubt >= 0;
}

bool roots(const std::int64_t* __restrict x, std::int64_t* __restrict results,
           std::int64_t* __restrict doubts, std::size_t count, int shift) {
    const std::uint64_t zero = unknown_zero();
    const double power = power_of_two(shift / 2);
    std::int64_t doubt = 0;
    for (std::size_t i = 0; i < count; ++i) {
        doubts[i] = x[i];
        doubt |= x[i];
        const double estimate = std::sqrt(std::fabs(to_double(x[i], zero))) * power;
        results[i] =
            corrected_root(to_integer(estimate), static_cast<std::uint64_t>(x[i]) << shift);
    }
    return doubt >= 0;
}

bool hypotenuses(const std::int64_t* __restrict x, const std::int64_t* __restrict y,
                 std::int64_t* __restrict results, std::int64_t* __restrict doubts,
                 std::size_t count) {
    const std::uint64_t zero = unknown_zero();
    std::int64_t doubt = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double dx = to_double(x[i], zero);
        const double dy = to_double(y[i], zero);
        const double estimate = std::sqrt(dx * dx + dy * dy);
        doubts[i] = sign_word(k_root_max - estimate);
        doubt |= doubts[i];
        const auto width = static_cast<std::uint64_t>(x[i]);
        const auto height = static_cast<std::uint64_t>(y[i]);
        results[i] = corrected_root(to_integer(estimate), width * width + height * height);
    }
    return doubt >= 0;
}

bool units(const std::int64_t* __restrict x, const std::int64_t* __restrict y,
           std::int64_t* __restrict unit_x, std::int64_t* __restrict unit_y,
           std::int64_t* __restrict doubts, std::size_t count, int shift) {
    const std::uint64_t zero = unknown_zero();
    const double power = power_of_two(shift + k_unit_bits);
    std::int64_t doubt = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double dx = to_double(x[i], zero);
        const double dy = to_double(y[i], zero);
        const double length = std::sqrt(dx * dx + dy * dy);
        // {0, 0} stays {0, 0}.
        const double scale = power / (length < 1 ? 1 : length);
        const std::int64_t fine_x = to_integer(dx * scale);
        const std::int64_t fine_y = to_integer(dy * scale);
        doubts[i] = tie_mask(fine_x) | tie_mask(fine_y);
        doubt |= doubts[i];
        unit_x[i] = unit_of(fine_x);
        unit_y[i] = unit_of(fine_y);
    }
    return doubt >= 0;
}

}  // namespace hardware

}  // namespace tandem::sim::exact

#endif  // TANDEM_ESTIMATES
