// SPDX-License-Identifier: MIT
// An enumeration whose width the compiler chooses.
// EXPECT: an enumeration needs a width that no compiler chooses
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    enum Colour { red, green } value = red;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
