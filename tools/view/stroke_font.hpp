// SPDX-License-Identifier: MIT
// Letters made of straight strokes, so that they are sharp at every size and need no file.
#pragma once

#include <cstdint>
#include <span>

namespace tandem::tools {

// A stroke from one place to another in units of a seventh of a capital's height: x to the right
// from the letter's left edge, y down from the top of capitals; their foot is at 7.
struct Stroke {
    float x0 = 0;
    float y0 = 0;
    float x1 = 0;
    float y1 = 0;
};

// The height of a capital and the distance from one letter to the next, in those units: all letters
// have the same width, so that figures do not jump.
inline constexpr float k_capital_height = 7;
inline constexpr float k_letter_advance = 6;

// Returns the strokes of a printable ASCII character, or those of '?' for any other.
std::span<const Stroke> strokes_of(char character);

}  // namespace tandem::tools
