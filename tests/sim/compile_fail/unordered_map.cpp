// SPDX-License-Identifier: MIT
// An unordered map in the state.
// EXPECT: an unordered container has no portable order
#include <unordered_map>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::unordered_map<int, int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
