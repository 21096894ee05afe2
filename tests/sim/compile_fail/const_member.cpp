// SPDX-License-Identifier: MIT
// A const member: no copy could be assigned to it.
// EXPECT: a game must be copyable and assignable
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    const int value = 3;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));
    }
};

const auto game = tandem::sim::erase<Game>();  // HERE
