// SPDX-License-Identifier: MIT
// An end that is not const.
// EXPECT: finished must be public `bool finished() const`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    bool finished() { return ticks > 9; }
};

const auto game = tandem::sim::erase<Game>();  // HERE
