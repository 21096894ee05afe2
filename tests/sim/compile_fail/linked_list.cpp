// SPDX-License-Identifier: MIT
// A list whose elements know each other's addresses.
// EXPECT: a linked list cannot be state; use std::vector or std::deque, or tandem::SlotMap
#include <list>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::list<int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
