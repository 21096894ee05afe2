// SPDX-License-Identifier: MIT
// The arithmetic behind angle.hpp and angle_batch.hpp. It uses integers alone and does not branch
// on the data, because no processor can predict their signs and quadrants. In comments, Qn means an
// integer that stands for itself divided by 2^n. A phase is a turn in Q64.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <tandem/sim/math/wide.hpp>

namespace tandem::sim::trigonometry {

inline constexpr std::uint64_t k_quarter_phase = std::uint64_t{1} << 62;
inline constexpr std::uint32_t k_quarter_angle = std::uint32_t{1} << 30;

constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
    return wide::multiply(a, b).high;
}

// All bits set if value is negative, else 0.
constexpr std::uint64_t sign_mask(std::int64_t value) {
    return static_cast<std::uint64_t>(value >> 63);
}

// -value if all bits of the mask are set, value if none is.
constexpr std::uint64_t negate_where(std::uint64_t mask, std::uint64_t value) {
    return (value ^ mask) - mask;
}

// ---- Sine in 64 bits ----------------------------------------------------------------------------

// sin(pi/2 x) ~ x (c0 - z (c1 - z (c2 - ...))) with z = x^2, on [0, 1]: the minimax polynomial in
// absolute error (2^-44.5), found by Remez exchange in 60 decimal digits. Coefficient k is Q(62+k),
// so that each high product with z in Q63 lands in the format of the coefficient before it.
inline constexpr std::array<std::uint64_t, 7> k_sine = {
    7244019458074404317, 5957967193548009977, 1470069476528974895, 172726198764553877,
    11838264402205833,   530555523104916,     16075229080049};

// sin(pi/2 x) in Q32 for x and its square in Q63, at most 1.
constexpr std::uint64_t sine_of_quarter(std::uint64_t x, std::uint64_t square) {
    std::uint64_t sum = k_sine.back();
    for (std::size_t k = k_sine.size() - 1; k-- > 0;) {
        sum = k_sine[k] - multiply_high(sum, square);
    }
    constexpr int k_drop = 61 - 32;
    return (multiply_high(x, sum) + (std::uint64_t{1} << (k_drop - 1))) >> k_drop;
}

// The sine of angle / 2^32 turns as the raw value of a Fixed, within 0.501 of a unit: 0.5 for the
// rounding, the rest for the polynomial.
constexpr std::int64_t sine(std::uint32_t angle) {
    const std::uint64_t rising = angle & (k_quarter_angle - 1);
    const bool falling = (angle & k_quarter_angle) != 0;
    const std::uint64_t t = falling ? k_quarter_angle - rising : rising;  // Q30, squared exactly
    const std::uint64_t below = 0 - std::uint64_t{angle >> 31};
    return static_cast<std::int64_t>(negate_where(below, sine_of_quarter(t << 33, (t * t) << 3)));
}

// The same for a phase, negated if all bits of `negative` are set. The falling side is folded by
// flipping bits, which is 2^-63 short of the exact fold. It saves an operation, and the
// polynomial's error is far larger.
constexpr std::int64_t sine(std::uint64_t phase, std::uint64_t negative) {
    const std::uint64_t falling = sign_mask(static_cast<std::int64_t>(phase << 1));
    const std::uint64_t x = ((phase << 1) ^ falling) & ~(std::uint64_t{1} << 63);  // Q63
    const std::uint64_t below = sign_mask(static_cast<std::int64_t>(phase));
    return static_cast<std::int64_t>(
        negate_where(below ^ negative, sine_of_quarter(x, multiply_high(x, x) << 1)));
}

// ---- Sine in 32 bits ----------------------------------------------------------------------------

// A polynomial like k_sine, with five coefficients (2^-28.1), coefficient k in Q(31+k). They are
// 32-bit words, so that a vector unit handles eight at a time: sim/math/angle_batch.cpp has the
// same steps in intrinsics.
inline constexpr std::array<std::uint32_t, 5> k_sine16 = {3373259347, 2774391505, 684518836,
                                                          80268265, 5182155};
inline constexpr int k_sine16_drop = 62 - 16;

// The sine of angle / 2^32 turns as the raw value of a Fixed16, within 0.501 of a unit.
constexpr std::int32_t sine16(std::uint32_t angle) {
    const std::uint32_t rising = (angle << 1) & 0x7fffffff;
    const std::uint32_t falling_mask = 0 - ((angle >> 30) & 1);
    // 2^31 - rising on the falling side, by two's complement.
    const std::uint32_t x =
        (rising ^ falling_mask) - falling_mask + (falling_mask & 0x80000000);  // Q31
    const auto z = static_cast<std::uint32_t>((std::uint64_t{x} * x) >> 31);   // Q31
    std::uint32_t sum = k_sine16.back();
    for (std::size_t k = k_sine16.size() - 1; k-- > 0;) {
        sum = k_sine16[k] - static_cast<std::uint32_t>((std::uint64_t{sum} * z) >> 32);
    }
    const std::uint64_t product = std::uint64_t{x} * sum;  // Q62
    const auto size = static_cast<std::uint32_t>(
        (product + (std::uint64_t{1} << (k_sine16_drop - 1))) >> k_sine16_drop);
    const std::uint32_t negative_mask = 0 - (angle >> 31);
    return static_cast<std::int32_t>((size ^ negative_mask) - negative_mask);
}

// ---- Arctangent ---------------------------------------------------------------------------------

// Arctangents are reduced to the nearest of 32 nodes on the octant's diagonal: with n <= d and node
// i, atan(n/d) = atan(i/32) + atan((32 n - i d) / (32 d + i n)), whose last argument is at most
// 1/63.
inline constexpr std::uint64_t k_nodes = 32;

// atan(i/32) in Q64 turns, computed in 60 decimal digits.
inline constexpr std::array<std::uint64_t, k_nodes + 1> k_arctangent = {
    0x0000000000000000, 0x0145d7e159046278, 0x028b0d430e589aed, 0x03ceff89ac340906,
    0x051111d41ddd9a1b, 0x0650acb69b4fe3ae, 0x078d3fce842e72ec, 0x08c64325576561a1,
    0x09fb385b5ee39e8e, 0x0b2bab954758b68a, 0x0c57342a84c77619, 0x0d7d7514ea1efdba,
    0x0e9e1d24179d5a77, 0x0fb8e6f93f4ca68f, 0x10cd98d1293ee442, 0x11dc042355a3c0dd,
    0x12e4051d9df30866, 0x13e58203d3c358a8, 0x14e06a7aa3c7ddee, 0x15d4b6c4888c7725,
    0x16c266f6edfc1e3e, 0x17a9822cde870c11, 0x188a15bbbca863e4, 0x1964346db496e206,
    0x1a37f5c4c419ef33, 0x1b05754878e5b08c, 0x1bccd1dfdd02723f, 0x1c8e2d3876e8e159,
    0x1d49ab3ac8b1bb50, 0x1dff718c563e1741, 0x1eafa71eebf23a7b, 0x1f5a73cca450a08d,
    0x2000000000000000};

// atan(u) / (2 pi) = u (s0 - u^2 (s1 - u^2 s2)) + O(u^7): Taylor's series, 1/(2 pi), 1/(6 pi) and
// 1/(10 pi) in Q64. For u <= 1/63 the first term left out is below 2^-47 turns.
inline constexpr std::uint64_t k_series_0 = 2935890503282001226;
inline constexpr std::uint64_t k_series_1 = 978630167760667075;
inline constexpr std::uint64_t k_series_2 = 587178100656400245;

// Operands are shifted to this many bits, so that 32 d + i n fits into a word.
inline constexpr int k_operand_bits = 57;

// atan(n/d) in Q64 turns, for n <= d and d != 0.
constexpr std::uint64_t arctangent_of_octant(std::uint64_t n, std::uint64_t d) {
    const int zeros = std::countl_zero(d);
    n = (n << zeros) >> (64 - k_operand_bits);
    d = (d << zeros) >> (64 - k_operand_bits);

    // The leading 32 bits decide the node. (A neighbour of the nearest node would do as well.)
    const std::uint64_t d_leading = d >> (k_operand_bits - 32);
    const std::uint64_t n_leading = n >> (k_operand_bits - 32);
    const std::uint64_t node = (k_nodes * n_leading + d_leading / 2) / d_leading;

    const auto rest = static_cast<std::int64_t>(k_nodes * n - node * d);
    const std::uint64_t scale = k_nodes * d + node * n;  // 62 or 63 bits
    const std::uint64_t below = sign_mask(rest);
    // |rest| < 2^57, so six bits more fit, and with 31 bits less in the divisor the quotient is
    // Q37.
    const std::uint64_t u =
        (negate_where(below, static_cast<std::uint64_t>(rest)) << 6) / (scale >> 31);
    const std::uint64_t square = (u * u) >> 10;  // Q64
    const std::uint64_t slope =
        k_series_0 - multiply_high(square, k_series_1 - multiply_high(square, k_series_2));
    return k_arctangent[static_cast<std::size_t>(node)] +
           negate_where(below, multiply_high(u << 27, slope));
}

// The direction of (x, y) as the raw value of an Angle, within 0.51 of a unit; 0 for (0, 0).
constexpr std::uint32_t arctangent(std::int64_t y, std::int64_t x) {
    const std::uint64_t y_sign = sign_mask(y);
    const std::uint64_t x_sign = sign_mask(x);
    const std::uint64_t height = negate_where(y_sign, static_cast<std::uint64_t>(y));
    const std::uint64_t width = negate_where(x_sign, static_cast<std::uint64_t>(x));
    const std::uint64_t steep = 0 - std::uint64_t{height > width};
    const std::uint64_t swap = (height ^ width) & steep;
    const std::uint64_t d = width ^ swap;
    if (d == 0) {
        return 0;
    }
    // The octant's phase goes forward or backward from the nearest half axis. That is half a turn
    // away if it is the negative one, and a quarter if the direction is steep.
    std::uint64_t phase = arctangent_of_octant(height ^ swap, d);
    const std::uint64_t axis_sign = ((x_sign ^ y_sign) & steep) ^ x_sign;
    phase = negate_where(steep ^ x_sign ^ y_sign, phase) + (axis_sign << 63) +
            (steep & k_quarter_phase);
    return static_cast<std::uint32_t>((phase + (std::uint64_t{1} << 31)) >> 32);
}

// ---- Radians ------------------------------------------------------------------------------------

// 1/(2 pi) in Q128, the words of its fraction. A raw value of 64 bits has 33 bits before the point,
// so the phase is right to its last unit for every magnitude.
inline constexpr std::uint64_t k_turns_high = 0x28be60db9391054a;
inline constexpr std::uint64_t k_turns_low = 0x7f09d5f47d4d3770;

// The phase of size / 2^32 radians. Whole turns drop out.
constexpr std::uint64_t phase_of_radians(std::uint64_t size) {
    const wide::Uint128 product =
        wide::add(wide::multiply(size, k_turns_high), {0, multiply_high(size, k_turns_low)});
    // The product is in Q96; its low 32 bits drop out.
    return (product.high << 32) | (product.low >> 32);
}

// The sine of radians, given as the raw value of a Fixed. The sign is applied only at the end. So
// sin(-x) = -sin(x) and cos(-x) = cos(x) to the last bit.
constexpr std::int64_t sine_of_radians(std::int64_t raw) {
    const std::uint64_t negative = sign_mask(raw);
    return sine(phase_of_radians(wide::magnitude(raw)), negative);
}
constexpr std::int64_t cosine_of_radians(std::int64_t raw) {
    return sine(phase_of_radians(wide::magnitude(raw)) + k_quarter_phase, 0);
}

// 2 pi in Q125. One word would be enough for all angles except two (0x469aacd9 and 0xd3d0068b),
// whose radians lie within 2^-32 of a tie.
inline constexpr std::uint64_t k_two_pi_high = 14488038916154245684U;
inline constexpr std::uint64_t k_two_pi_low = 14179128828124470481U;

// An angle of `size` / 2^32 turns in radians, as the raw value of a Fixed, rounded.
constexpr std::int64_t radians_of(std::uint32_t size) {
    constexpr std::uint64_t k_half = std::uint64_t{1} << 60;
    const wide::Uint128 product = wide::add(wide::multiply(size, k_two_pi_high),
                                            {0, multiply_high(size, k_two_pi_low) + k_half});
    return static_cast<std::int64_t>((product.high << 3) | (product.low >> 61));
}

}  // namespace tandem::sim::trigonometry
