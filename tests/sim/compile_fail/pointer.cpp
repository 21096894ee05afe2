// SPDX-License-Identifier: MIT
// A raw pointer in the state.
// EXPECT: a pointer, reference or view cannot be state, because addresses differ between machines
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    SoundGame* value = nullptr;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
