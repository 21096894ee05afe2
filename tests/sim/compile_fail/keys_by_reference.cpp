// SPDX-License-Identifier: MIT
// Keys that could be changed.
// EXPECT: input_from_keys must be public
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    Input input_from_keys(tandem::Keys&) const { return {}; }
};

const auto game = tandem::sim::erase<Game>();  // HERE
