// SPDX-License-Identifier: MIT
// An unordered set as the values of a map.
// EXPECT: an unordered container has no portable order
#include <map>
#include <unordered_set>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::map<int, std::unordered_set<int>> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
