// SPDX-License-Identifier: MIT
// An input that does not say what it holds.
// EXPECT: an Input needs `template <class Archive> void serialize(Archive& ar)`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        int value = 0;
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
