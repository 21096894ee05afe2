// SPDX-License-Identifier: MIT
// Sine, cosine and arctangent in 64-bit integers alone. Values in comments are written Qn: an
// unsigned integer that stands for itself divided by 2^n.
#include <tandem/sim/angle.hpp>

#include <array>
#include <bit>
#include <cstddef>

#include <tandem/sim/wide.hpp>

namespace tandem {

namespace {

using sim::wide::magnitude;

constexpr std::uint64_t k_quarter_turn = std::uint64_t{1} << 30;

std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
    return sim::wide::multiply(a, b).high;
}

// sin(pi/2 x) ~ x (c0 - z (c1 - z (c2 - ...))) with z = x^2, on [0, 1]: the minimax polynomial in
// absolute error (2^-44.5), found by Remez exchange in 60 decimal digits. Coefficient k is Q(62+k),
// so that each high product with z in Q63 lands in the format of the coefficient before it.
constexpr std::array<std::uint64_t, 7> k_sine = {
    7244019458074404317, 5957967193548009977, 1470069476528974895, 172726198764553877,
    11838264402205833,   530555523104916,     16075229080049};

// sin of t / 2^32 turns for t in [0, 2^30], as the raw value of a Fixed.
std::int64_t sine_of_quarter(std::uint64_t t) {
    const std::uint64_t x = t << 33;       // Q63
    const std::uint64_t z = (t * t) << 3;  // Q63, exact
    std::uint64_t sum = k_sine.back();
    for (std::size_t k = k_sine.size() - 1; k-- > 0;) {
        sum = k_sine[k] - multiply_high(sum, z);
    }
    const std::uint64_t sine = multiply_high(x, sum);  // Q61
    constexpr int k_drop = 61 - Fixed::fraction_bits;
    return static_cast<std::int64_t>((sine + (std::uint64_t{1} << (k_drop - 1))) >> k_drop);
}

// Arctangents are reduced to the nearest of 32 nodes on the octant's diagonal: with n <= d and node
// i, atan(n/d) = atan(i/32) + atan((32 n - i d) / (32 d + i n)), whose last argument is at most
// 1/63.
constexpr std::uint64_t k_nodes = 32;

// atan(i/32) in Q64 turns, computed in 60 decimal digits.
constexpr std::array<std::uint64_t, k_nodes + 1> k_arctangent = {
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
constexpr std::uint64_t k_series_0 = 2935890503282001226;
constexpr std::uint64_t k_series_1 = 978630167760667075;
constexpr std::uint64_t k_series_2 = 587178100656400245;

// Operands are brought to this many bits, so that 32 d + i n fits a word.
constexpr int k_operand_bits = 57;

// atan(n/d) in Q64 turns, for n <= d and d != 0.
std::uint64_t arctangent_of_octant(std::uint64_t n, std::uint64_t d) {
    const int excess = static_cast<int>(std::bit_width(d)) - k_operand_bits;
    n = excess > 0 ? n >> excess : n << -excess;
    d = excess > 0 ? d >> excess : d << -excess;

    // The leading 32 bits settle the node; a neighbour of the nearest one would do as well.
    const std::uint64_t d_leading = d >> (k_operand_bits - 32);
    const std::uint64_t n_leading = n >> (k_operand_bits - 32);
    const std::uint64_t node = (k_nodes * n_leading + d_leading / 2) / d_leading;

    const auto rest = static_cast<std::int64_t>(k_nodes * n - node * d);
    const std::uint64_t scale = k_nodes * d + node * n;  // 62 or 63 bits
    // |rest| < 2^57, so six bits more fit, and with 31 bits less in the divisor the quotient is
    // Q37.
    const std::uint64_t u = (magnitude(rest) << 6) / (scale >> 31);
    const std::uint64_t square = (u * u) >> 10;  // Q64
    const std::uint64_t slope =
        k_series_0 - multiply_high(square, k_series_1 - multiply_high(square, k_series_2));
    const std::uint64_t part = multiply_high(u << 27, slope);
    return rest < 0 ? k_arctangent[node] - part : k_arctangent[node] + part;
}

}  // namespace

Fixed sin(Angle angle) {
    const std::uint64_t t = angle.raw() & (k_quarter_turn - 1);
    const bool falling = (angle.raw() & k_quarter_turn) != 0;
    const std::int64_t size = sine_of_quarter(falling ? k_quarter_turn - t : t);
    const bool negative = (angle.raw() >> 31) != 0;
    return Fixed::from_raw(negative ? -size : size);
}

Fixed cos(Angle angle) { return sin(angle + Angle::from_raw(k_quarter_turn)); }

SinCos sincos(Angle angle) { return {sin(angle), cos(angle)}; }

Angle atan2(Fixed y, Fixed x) {
    const std::uint64_t height = magnitude(y.raw());
    const std::uint64_t width = magnitude(x.raw());
    if ((height | width) == 0) {
        return {};
    }
    constexpr std::uint64_t k_quarter = std::uint64_t{1} << 62;  // of a turn, in Q64
    const bool steep = height > width;
    std::uint64_t phase = steep ? k_quarter - arctangent_of_octant(width, height)
                                : arctangent_of_octant(height, width);
    if (x.raw() < 0) {
        phase = 2 * k_quarter - phase;
    }
    if (y.raw() < 0) {
        phase = 0 - phase;
    }
    return Angle::from_raw(static_cast<std::uint32_t>((phase + (std::uint64_t{1} << 31)) >> 32));
}

}  // namespace tandem
