// SPDX-License-Identifier: MIT
// A draw that Tandem could not call.
// EXPECT: draw must be public `void draw(tandem::Canvas& canvas, const Game& previous, float alpha)
// const`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    void draw(tandem::Canvas&) const {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
