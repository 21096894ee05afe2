// SPDX-License-Identifier: MIT
// A vector of bool in the state.
// EXPECT: std::vector<bool> has no elements to point at
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::vector<bool> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
