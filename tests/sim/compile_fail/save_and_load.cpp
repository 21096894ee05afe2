// SPDX-License-Identifier: MIT
// A part of the state with a function for each direction.
// EXPECT: separate save and load functions can disagree
#include <tests/sim/compile_fail/sound_game.hpp>

struct Part {
    template <class Archive>
    void save(Archive& ar) const {
        ar(CEREAL_NVP(x));
    }
    template <class Archive>
    void load(Archive& ar) {
        ar(CEREAL_NVP(x));
    }
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
