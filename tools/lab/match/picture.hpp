// SPDX-License-Identifier: MIT
// Draws the lab's games: the bullet on its way, the jump at its wall, the spring, and how far each
// player went.
#pragma once

#include <array>

#include <tandem/sim/game/display.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {

// The values are for drawing only.
struct MatchPicture {
    double bullet = 0;                     // units
    double height = 0;                     // units
    double spring = 0;                     // units
    std::array<double, k_players> held{};  // px
};

// Blends the two by alpha, 0 to 1.
void draw_picture(Canvas& canvas, const MatchPicture& before, const MatchPicture& now, float alpha);

}  // namespace tandem::tools::lab::match
