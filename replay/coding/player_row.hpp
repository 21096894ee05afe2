// SPDX-License-Identifier: MIT
// A player's past inputs as the model keeps them, and functions that give contexts their features
// in few numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// The sort of a byte of an input, for contexts that all bytes of one sort share.
struct CellSort {
    std::uint32_t bits = 8;  // how many of its low bits are used
    std::uint32_t tag = 0;   // kind of field, head or not, place in its number
};

// The last values of one byte of one player's input.
struct Cell {
    std::uint8_t value = 0;   // now
    std::uint8_t before = 0;  // in the row before
    // A bit for each of the last rows, 1 if it changed there, the newest lowest.
    std::uint8_t changes = 0;
};

// The model's knowledge of one player.
struct PlayerRow {
    sim::Bytes input;         // the last one, canonical
    std::vector<Cell> cells;  // its bytes, see InputShape
    std::uint32_t run = 0;    // ticks since its last change
    // A bit for each of the last ticks, 1 if it changed there, the newest lowest.
    std::uint8_t history = 0;
    std::uint32_t values_hash = 0;   // hash of all values
    std::uint32_t nonzero_hash = 0;  // hash of which values are not zero
    std::uint32_t changes_hash = 0;  // hash of which values changed in its last change
};

// Returns how many bits a number takes; 0 for 0.
constexpr std::uint32_t bits_of(std::uint32_t number) {
    return static_cast<std::uint32_t>(std::bit_width(number));
}

// Returns a long run roughly: 0 to 15, then by powers of two up to 20.
constexpr std::uint32_t rung(std::uint32_t run) {
    return run < 16 ? run : std::min(11 + bits_of(run), 20U);
}

// Returns the change of a byte, by its sign and its power of two.
constexpr std::uint32_t pace(std::uint32_t value, std::uint32_t before) {
    const std::uint32_t step = (value - before) & 0xFFU;
    return step < 128 ? bits_of(step) : 16 + bits_of(256 - step);
}

}  // namespace tandem::replay
