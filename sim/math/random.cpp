// SPDX-License-Identifier: MIT
// PCG32 as published, and our own draws on top of it. Changing any draw changes every replay ever
// recorded.
#include <tandem/sim/math/random.hpp>

#include <bit>
#include <limits>

#include <tandem/sim/math/wide.hpp>

namespace tandem {

namespace {

// The multiplier of O'Neill's 64-bit generator (Knuth's MMIX constant).
constexpr std::uint64_t k_multiplier = 6364136223846793005;

// 2^64 divided by the golden ratio, the step of Steele, Lea and Flood's SplitMix64.
constexpr std::uint64_t k_golden_step = 0x9e3779b97f4a7c15;

// The output function of SplitMix64 (variant 13 of Stafford's mixers): every input bit reaches
// every output bit.
constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : stream_(stream) {
    next32();
    state_ += seed;
    next32();
}

std::uint32_t Random::next32() {
    const std::uint64_t old = state_;
    const std::uint64_t increment = (stream_ << 1) | 1;
    state_ = old * k_multiplier + increment;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    return std::rotr(shifted, static_cast<int>(old >> 59));
}

std::uint64_t Random::next64() {
    const std::uint64_t high = next32();
    return (high << 32) | next32();
}

bool Random::chance(std::uint32_t numerator, std::uint32_t denominator) {
    return below(denominator) < numerator;
}

std::size_t Random::weighted(std::span<const std::uint32_t> weights) {
    std::uint64_t sum = 0;
    for (const std::uint32_t weight : weights) {
        sum += weight;
    }
    TANDEM_ASSERT(sum > 0);
    std::uint64_t left = draw_below(sum);
    std::size_t index = 0;
    while (left >= weights[index]) {
        left -= weights[index];
        ++index;
    }
    return index;
}

Random Random::split(std::uint64_t stream) const {
    const std::uint64_t key = mix(stream + k_golden_step);
    return Random(mix(state_ + key), mix(stream_ ^ key));
}

std::uint64_t Random::draw_below(std::uint64_t n) { return draw_upto(n - 1); }

// Lemire, "Fast Random Integer Generation in an Interval", 2019: the upper half of draw * n is
// uniform once the draws whose lower half falls below 2^bits mod n are rejected. Ranges that fit
// use 32-bit draws, the others 64-bit ones.
std::uint64_t Random::draw_upto(std::uint64_t largest) {
    if (largest == std::numeric_limits<std::uint64_t>::max()) {
        return next64();
    }
    const std::uint64_t n = largest + 1;
    if (largest <= std::numeric_limits<std::uint32_t>::max()) {
        const std::uint64_t rejected = (std::uint64_t{1} << 32) % n;
        std::uint64_t product = next32() * n;
        while ((product & 0xffffffff) < rejected) {
            product = next32() * n;
        }
        return product >> 32;
    }
    const std::uint64_t rejected = (0 - n) % n;
    sim::wide::Uint128 product = sim::wide::multiply(next64(), n);
    while (product.low < rejected) {
        product = sim::wide::multiply(next64(), n);
    }
    return product.high;
}

}  // namespace tandem
