// SPDX-License-Identifier: MIT
// Tables of the logistic scale, made by integers alone. They turn a probability into a vote, which
// can be added to others, and a vote into a probability, and give the cost of a decision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tandem::replay {

// A vote is 256 * ln(p / (1 - p)), between this and its negative.
inline constexpr std::int32_t k_vote_max = 2'047;
// Probabilities are in parts of 65,536. Neither answer is ever impossible.
inline constexpr std::uint32_t k_certain = 65'536;
// The cost of one bit in the numbers that cost_of gives.
inline constexpr std::int32_t k_bit_cost = 32;

namespace detail {

// Entry i is the probability that belongs to the vote i - 2048.
consteval std::array<std::uint16_t, 4'096> make_squash() {
    constexpr std::uint64_t k_one = std::uint64_t{1} << 32;
    constexpr std::uint64_t k_step = 4'278'222'805;  // 2^32 * e^(-1/256)
    constexpr std::uint64_t k_least = 16;
    std::array<std::uint16_t, 4'096> table{};
    std::uint64_t e = k_one;  // 2^32 * e^(-i/256)
    for (std::size_t i = 0; i < 2'048; ++i) {
        std::uint64_t p = (k_one << 16) / (k_one + e);
        p = p > k_certain - k_least ? k_certain - k_least : p;
        table[2'048 + i] = static_cast<std::uint16_t>(p);
        table[2'048 - i] = static_cast<std::uint16_t>(k_certain - p);
        e = e * k_step >> 32;
    }
    table[0] = table[1];
    return table;
}

// Entry q is the smallest vote of probability 16 * q + 8 or more.
consteval std::array<std::int16_t, 4'096> make_stretch() {
    const auto squash = make_squash();
    std::array<std::int16_t, 4'096> table{};
    std::size_t at = 1;
    for (std::size_t q = 0; q < table.size(); ++q) {
        while (at < 4'095 && squash[at] < 16 * q + 8) {
            ++at;
        }
        table[q] = static_cast<std::int16_t>(static_cast<std::int32_t>(at) - 2'048);
    }
    return table;
}

// Entry i is -32 * log2((2 i + 1) / 128), rounded down: five bits behind the point, by squaring.
consteval std::array<std::uint8_t, 64> make_cost() {
    std::array<std::uint8_t, 64> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        // x is 2^7 / (2 i + 1) as a number of 24 bits behind the point.
        std::uint64_t x = (std::uint64_t{1} << 31) / (2 * i + 1);
        std::uint32_t cost = 0;
        for (; x >= std::uint64_t{1} << 25; x >>= 1) {
            cost += 32;
        }
        for (std::uint32_t part = 16; part > 0; part /= 2) {
            x = x * x >> 24;
            if (x >= std::uint64_t{1} << 25) {
                x >>= 1;
                cost += part;
            }
        }
        table[i] = static_cast<std::uint8_t>(cost);
    }
    return table;
}

inline constexpr auto k_squash = make_squash();
inline constexpr auto k_stretch = make_stretch();
inline constexpr auto k_cost = make_cost();

}  // namespace detail

// Returns the probability that a vote stands for. Votes beyond the scale count as its ends.
constexpr std::uint32_t squash(std::int64_t vote) {
    const std::int64_t bounded = vote > k_vote_max    ? k_vote_max
                                 : vote < -k_vote_max ? -k_vote_max
                                                      : vote;
    return detail::k_squash[static_cast<std::size_t>(bounded + 2'048)];
}

// Returns the vote of a probability in parts of 4,096.
constexpr std::int32_t stretch(std::uint32_t probability_12) {
    return detail::k_stretch[probability_12];
}

// Returns the approximate cost of an answer that had this probability (in parts of 65,536), in
// 32nds of a bit.
constexpr std::int32_t cost_of(std::uint32_t probability) {
    return detail::k_cost[probability >> 10];
}

}  // namespace tandem::replay
