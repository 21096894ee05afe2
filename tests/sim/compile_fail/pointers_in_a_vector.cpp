// SPDX-License-Identifier: MIT
// Pointers as elements.
// EXPECT: a pointer, reference or view cannot be state, because addresses differ between machines
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::vector<SoundGame*> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
