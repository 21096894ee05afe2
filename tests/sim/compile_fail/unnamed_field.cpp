// SPDX-License-Identifier: MIT
// A field without its name.
// EXPECT: every field needs its name; write ar(CEREAL_NVP(field)), not ar(field)
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    template <class Archive>
    void serialize(Archive& ar) {
        ar(ticks);  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
