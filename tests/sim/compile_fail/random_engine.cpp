// SPDX-License-Identifier: MIT
// A generator of the standard library.
// EXPECT: the standard library's random engines hide what they hold
#include <random>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::mt19937 value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
