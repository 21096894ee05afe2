// SPDX-License-Identifier: MIT
// Floating point in a column.
// EXPECT: floating point differs between compilers and machines
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::vector<float> x;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(tandem::sim::columns("units", CEREAL_NVP(x)));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
