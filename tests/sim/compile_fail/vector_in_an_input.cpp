// SPDX-License-Identifier: MIT
// An input that can grow without bound.
// EXPECT: an input must have a bounded size, so it cannot hold a vector, string, set or map
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        std::vector<int> value;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(value));  // HERE
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
