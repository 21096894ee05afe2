// SPDX-License-Identifier: MIT
// Integer square roots of 64-bit and 128-bit values, on 64-bit words alone: one implementation for
// every machine.
#include <tandem/sim/math/wide.hpp>

namespace tandem::sim::wide {

namespace {

// The largest r with r * r <= value, for value >= 2^62. Newton's iteration on leading bits,
// doubling the number of correct bits at each step (2, 4, 8, 16, 32); the last estimate is at most
// one too large (method of Dickinson's proof for Python's math.isqrt). The estimate may be 2^32,
// whose square would not fit.
std::uint64_t root_of_normalised(std::uint64_t value) {
    std::uint32_t rough = 1 + static_cast<std::uint32_t>(value >> 62);
    rough = (rough << 1) + static_cast<std::uint32_t>(value >> 59) / rough;
    rough = (rough << 3) + static_cast<std::uint32_t>(value >> 53) / rough;
    rough = (rough << 7) + static_cast<std::uint32_t>(value >> 41) / rough;
    const std::uint64_t estimate = (std::uint64_t{rough} << 15) + (value >> 17) / rough;
    const bool too_large = (estimate >> 32) != 0 || estimate * estimate > value;
    return too_large ? estimate - 1 : estimate;
}

constexpr Uint128 shift_left(Uint128 value, int shift) {
    if (shift == 0) {
        return value;
    }
    if (shift >= 64) {
        return {value.low << (shift - 64), 0};
    }
    return {(value.high << shift) | (value.low >> (64 - shift)), value.low << shift};
}

}  // namespace

// Zimmermann's Karatsuba square root: the root of the upper half, then one division for the lower
// half of the root.
std::uint64_t root_floor(Uint128 value) {
    if (value == Uint128{}) {
        return 0;
    }
    const int zeros =
        value.high != 0 ? std::countl_zero(value.high) : 64 + std::countl_zero(value.low);
    const int shift = zeros & ~1;
    const Uint128 scaled = shift_left(value, shift);

    const std::uint64_t upper = root_of_normalised(scaled.high);
    const std::uint64_t upper_rest = scaled.high - upper * upper;
    // (upper_rest * 2^32 + the next 32 bits) / (2 * upper), halved first because the dividend may
    // take 65 bits.
    const std::uint64_t next = scaled.low >> 32;
    const std::uint64_t halved = (upper_rest << 31) | (next >> 1);
    std::uint64_t lower = halved / upper;
    std::uint64_t rest = 2 * (halved % upper) + (next & 1);
    if ((lower >> 32) != 0) {
        --lower;
        rest += 2 * upper;
    }
    std::uint64_t root = (upper << 32) + lower;
    const bool too_large =
        (rest >> 32) == 0 && ((rest << 32) | (scaled.low & 0xffffffff)) < lower * lower;
    if (too_large) {
        --root;
    }
    return root >> (shift / 2);
}

std::uint64_t root_rounded(Uint128 value) {
    const std::uint64_t root = root_floor(value);
    const Uint128 rest = subtract(value, multiply(root, root));
    // (root + 1/2)^2 = root^2 + root + 1/4
    return rest > Uint128{0, root} ? root + 1 : root;
}

}  // namespace tandem::sim::wide
