// SPDX-License-Identifier: MIT
// A pointer in an input.
// EXPECT: a pointer, reference or view cannot be state, because addresses differ between machines
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        SoundGame* value = nullptr;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(value));  // HERE
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
