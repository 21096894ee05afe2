// SPDX-License-Identifier: MIT
// Columns in an input, which can grow without bound.
// EXPECT: an input must have a bounded size, so it cannot hold a vector, string, set or map
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        std::vector<int> x;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(tandem::sim::columns("units", CEREAL_NVP(x)));  // HERE
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
