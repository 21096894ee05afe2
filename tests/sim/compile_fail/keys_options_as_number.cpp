// SPDX-License-Identifier: MIT
// Options for a person that are none of the game's.
// EXPECT: keys_options must be public `static Options keys_options();`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr int keys_options = 1;
};

const auto game = tandem::sim::erase<Game>();  // HERE
