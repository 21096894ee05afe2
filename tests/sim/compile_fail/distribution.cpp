// SPDX-License-Identifier: MIT
// A distribution, which every standard library has for itself.
// EXPECT: the standard library's random engines hide what they hold, and its distributions draw
// differently
#include <random>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::uniform_int_distribution<int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
