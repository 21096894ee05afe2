// SPDX-License-Identifier: MIT
// What is kept of a player's inputs, and how contexts tell it in few numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// What a byte of an input says, for contexts that all bytes of one sort share.
struct CellSort {
    std::uint32_t bits = 8;  // how many of its bits are used, the low ones
    std::uint32_t tag = 0;   // kind of field, head or not, place in its number
};

// The last values of one byte of one player's input.
struct Cell {
    std::uint8_t value = 0;    // now
    std::uint8_t before = 0;   // in the row before
    std::uint8_t changes = 0;  // whether it changed in each of the last rows, the newest lowest
};

// What is known of one player.
struct PlayerRow {
    sim::Bytes input;                // the last one, canonical
    std::vector<Cell> cells;         // its bytes, see InputShape
    std::uint32_t run = 0;           // for how many ticks it has not changed
    std::uint8_t history = 0;        // whether it changed in each of the last ticks, newest lowest
    std::uint32_t values_hash = 0;   // of all values
    std::uint32_t nonzero_hash = 0;  // of which are not zero
    std::uint32_t changes_hash = 0;  // of which changed when it last did
};

// How many bits a number takes; 0 for 0.
constexpr std::uint32_t bits_of(std::uint32_t number) {
    return static_cast<std::uint32_t>(std::bit_width(number));
}

// A long run is told roughly: 0 to 15, then by powers of two up to 20.
constexpr std::uint32_t rung(std::uint32_t run) {
    return run < 16 ? run : std::min(11 + bits_of(run), 20U);
}

// The change of a byte, by its sign and its power of two.
constexpr std::uint32_t pace(std::uint32_t value, std::uint32_t before) {
    const std::uint32_t step = (value - before) & 0xFFU;
    return step < 128 ? bits_of(step) : 16 + bits_of(256 - step);
}

}  // namespace tandem::replay
