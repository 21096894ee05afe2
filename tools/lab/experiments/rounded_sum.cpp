// SPDX-License-Identifier: MIT
// The exact sum has 64 bits and a tail; rounding looks at the tail.
#include <tandem/tools/lab/experiments/rounded_sum.hpp>

#include <bit>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/binary64.hpp>

namespace tandem::tools::lab {
namespace {

constexpr int k_word_bits = 64;
constexpr std::uint64_t k_top_bit = std::uint64_t{1} << 63U;
// A word's right shift with what falls off, the highest bit first. Of bits that fall off the tail
// too only this is kept: that some were set.
struct Shifted {
    std::uint64_t word = 0;
    std::uint64_t tail = 0;
};

Shifted shift_right(std::uint64_t word, int count) {
    if (count == 0) {
        return {word, 0};
    }
    if (count < k_word_bits) {
        return {word >> count, word << (k_word_bits - count)};
    }
    if (count == k_word_bits) {
        return {0, word};
    }
    if (count < 2 * k_word_bits) {
        const int beyond = count - k_word_bits;
        const bool is_sticky = word << (k_word_bits - beyond) != 0;
        return {0, word >> beyond | (is_sticky ? 1U : 0U)};
    }
    return {0, word != 0 ? 1U : 0U};
}

// To nearest, ties to even. The word's highest bit is set, its value counts 2^exponent.
BinaryFloat rounded(std::uint64_t word, std::uint64_t tail, int exponent, int bits) {
    const int dropped = k_word_bits - bits;
    const Shifted kept = shift_right(word, dropped);
    const std::uint64_t rest = dropped == 0 ? tail : kept.tail | (tail != 0 ? 1U : 0U);
    std::uint64_t significand = kept.word;
    if (rest > k_top_bit || (rest == k_top_bit && significand % 2 != 0)) {
        ++significand;
    }
    const bool carried = dropped == 0 ? significand == 0 : significand >> bits != 0;
    if (carried) {
        return {k_top_bit, exponent + 1};
    }
    return {significand << dropped, exponent};
}

BinaryFloat normalised(std::uint64_t significand, int exponent) {
    if (significand == 0) {
        return {};
    }
    const int zeros = std::countl_zero(significand);
    return {significand << zeros, exponent - zeros};
}

}  // namespace

BinaryFloat binary_float(double value) {
    const binary64::Parts parts = binary64::parts_of(value);
    TANDEM_ASSERT(!parts.is_negative && (parts.is_normal || parts.significand == 0));
    return normalised(parts.significand, parts.exponent);
}

BinaryFloat product(BinaryFloat a, std::uint32_t factor) {
    if (a.significand == 0 || factor == 0) {
        return {};
    }
    const int zeros = std::countr_zero(a.significand);
    const std::uint64_t odd = a.significand >> zeros;
    TANDEM_ASSERT(odd <= ~std::uint64_t{0} / factor);
    return normalised(odd * factor, a.exponent + zeros);
}

BinaryFloat rounded_sum(BinaryFloat a, BinaryFloat b, int significand_bits) {
    TANDEM_ASSERT(1 <= significand_bits && significand_bits <= k_word_bits);
    if (a.significand == 0 || (b.significand != 0 && a.exponent < b.exponent)) {
        std::swap(a, b);
    }
    if (a.significand == 0) {
        return {};
    }
    const Shifted small =
        b.significand == 0 ? Shifted{} : shift_right(b.significand, a.exponent - b.exponent);
    const std::uint64_t word = a.significand + small.word;
    if (word >= a.significand) {
        return rounded(word, small.tail, a.exponent, significand_bits);
    }
    // The carry is the new highest bit; the lowest one joins the tail.
    const std::uint64_t tail = word << 63U | small.tail >> 1U | (small.tail & 1U);
    return rounded(word >> 1U | k_top_bit, tail, a.exponent + 1, significand_bits);
}

double to_double(BinaryFloat value) {
    if (value.significand == 0) {
        return 0;
    }
    const BinaryFloat near = rounded(value.significand, 0, value.exponent, k_double_bits);
    constexpr int k_spare_bits = k_word_bits - k_double_bits;
    return binary64::normal_of(near.significand >> k_spare_bits, near.exponent + k_spare_bits);
}

}  // namespace tandem::tools::lab
