// SPDX-License-Identifier: MIT
// A part of the state that does not say what it holds.
// EXPECT: this type needs `template <class Archive> void serialize(Archive& ar)` that names every
// field
#include <tests/sim/compile_fail/sound_game.hpp>

struct Part {
    int x = 0;
};

struct Game : SoundGame {
    Part value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
