// SPDX-License-Identifier: MIT
// A double in the state.
// EXPECT: floating point differs between compilers and machines
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    double value = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
