// SPDX-License-Identifier: MIT
// Computes floating-point sums in integers alone, rounded to any number of bits: the results of an
// x87 register or a fused multiply-add, on machines and in builds that have neither.
#pragma once

#include <cstdint>

namespace tandem::tools::lab {

// The value is significand * 2^exponent, not negative; the significand's highest bit is set unless
// it is zero.
struct BinaryFloat {
    std::uint64_t significand = 0;
    int exponent = 0;

    friend bool operator==(BinaryFloat, BinaryFloat) = default;
};

// The bits of the significand of a double, and of an 80-bit x87 register.
inline constexpr int k_double_bits = 53;
inline constexpr int k_x87_bits = 64;

// Converts exactly. The double is neither negative nor infinite nor smaller than the normal ones.
BinaryFloat binary_float(double value);
// Returns the exact product, which must have at most 64 bits.
BinaryFloat product(BinaryFloat a, std::uint32_t factor);
// Returns the exact sum rounded once, to nearest with ties to even, as IEEE 754 has it.
BinaryFloat rounded_sum(BinaryFloat a, BinaryFloat b, int significand_bits);
// Rounds to a double's bits; the exponent must be a normal double's.
double to_double(BinaryFloat value);

}  // namespace tandem::tools::lab
