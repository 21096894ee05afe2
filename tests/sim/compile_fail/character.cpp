// SPDX-License-Identifier: MIT
// A plain char in the state.
// EXPECT: the width or sign of a character type is not portable
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    char value = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
