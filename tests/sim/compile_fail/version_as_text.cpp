// SPDX-License-Identifier: MIT
// A version that is no number.
// EXPECT: version must be public
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr const char* version = "2";
};

const auto game = tandem::sim::erase<Game>();  // HERE
