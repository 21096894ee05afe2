// SPDX-License-Identifier: MIT
// A multimap in the state.
// EXPECT: a multimap or multiset keeps equal keys in insertion order
#include <map>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::multimap<int, int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
