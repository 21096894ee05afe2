// SPDX-License-Identifier: MIT
// A serialize that promises to change nothing.
// EXPECT: what serialize names must be assignable, because a state is restored through it
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    template <class Archive>
    void serialize(Archive& ar) const {
        ar(CEREAL_NVP(ticks));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
