// SPDX-License-Identifier: MIT
// A single number named as a column.
// EXPECT: a column must be a std::vector whose elements all have one size
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    int x = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(tandem::sim::columns("units", CEREAL_NVP(x)));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
