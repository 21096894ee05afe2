// SPDX-License-Identifier: MIT
// A priority queue in the state.
// EXPECT: std::priority_queue orders equal elements differently in each standard library
#include <queue>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::priority_queue<int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
