// SPDX-License-Identifier: MIT
// Games that draw, or that cannot, for the tests of pictures.
#pragma once

#include <stdexcept>
#include <string>

#include <tandem/sim/game/display.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {

// A white disc that moves by a unit a tick, and the players' names.
struct Painted : BrokenBase {
    static constexpr std::string_view name = "painted";
    void step(Inputs<Input> inputs) { add(inputs); }
    void draw(Canvas& canvas, const Painted& previous, float alpha) const {
        canvas.view(0, 0, 100, 50);
        const float x = blend(static_cast<float>(previous.ticks), static_cast<float>(ticks), alpha);
        canvas.circle(x, 25, 4, {255, 255, 255});
        canvas.status("ticks " + std::to_string(ticks));
        canvas.status(player_text(canvas, Slot{0}));
    }
};

// Throws from the 30th tick on.
struct Unpaintable : Painted {
    static constexpr std::string_view name = "unpaintable";
    void draw(Canvas&, const Unpaintable&, float) const {
        if (ticks >= 30) {
            throw std::runtime_error("no paint left");
        }
    }
};

}  // namespace tandem::test
