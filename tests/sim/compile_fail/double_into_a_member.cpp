// SPDX-License-Identifier: MIT
// A member that starts as floating point.
// EXPECT: Fixed takes no floating point, which differs between machines; write 0.1_fx or
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    tandem::Fixed place = 0.5;  // HERE
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(place));
    }
};

const auto game = tandem::sim::erase<Game>();
