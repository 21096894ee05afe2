// SPDX-License-Identifier: MIT
// A double taken apart: IEEE 754 binary64, with a sign, 11 bits of exponent and 52 of fraction.
#pragma once

#include <cstdint>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/serialize/unportable.hpp>

namespace tandem::tools::lab::binary64 {

inline constexpr int k_fraction_bits = 52;
inline constexpr int k_exponent_bias = 1'075;       // the fraction's lowest bit counts 2^(exponent
                                                    // - bias)
inline constexpr int k_exponent_field_max = 0x7FF;  // for infinities and not-a-numbers
// This bit stands before the fraction of a normal number and is not stored.
inline constexpr std::uint64_t k_hidden = std::uint64_t{1} << k_fraction_bits;

// The value is significand * 2^exponent.
struct Parts {
    bool is_negative = false;
    bool is_normal = false;
    std::uint64_t significand = 0;
    int exponent = 0;
};

// Takes a value apart, which must be finite.
inline Parts parts_of(double value) {
    const auto bits = sim::Unportable<double>{value}.bits();
    const auto field = static_cast<int>(bits >> k_fraction_bits) & k_exponent_field_max;
    TANDEM_ASSERT(field != k_exponent_field_max);
    const bool is_normal = field != 0;
    const std::uint64_t fraction = bits & (k_hidden - 1);
    return {bits >> 63U != 0, is_normal, is_normal ? fraction | k_hidden : fraction,
            (is_normal ? field : 1) - k_exponent_bias};
}

// Returns the double with these parts, a normal number and not negative.
inline double normal_of(std::uint64_t significand, int exponent) {
    const int field = exponent + k_exponent_bias;
    TANDEM_ASSERT(0 < field && field < k_exponent_field_max);
    TANDEM_ASSERT(significand >> k_fraction_bits == 1);
    return sim::Unportable<double>::from_bits(static_cast<std::uint64_t>(field) << k_fraction_bits |
                                              (significand & (k_hidden - 1)))
        .value;
}

}  // namespace tandem::tools::lab::binary64
