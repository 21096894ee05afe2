// SPDX-License-Identifier: MIT
// An adapter that hides its container.
// EXPECT: this type of the standard library cannot be state
#include <stack>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::stack<int> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
