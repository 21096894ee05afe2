// SPDX-License-Identifier: MIT
// Elements that do not say what they hold.
// EXPECT: this type needs `template <class Archive> void serialize(Archive& ar)` that names every
// field
#include <array>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Part {
    int x = 0;
};

struct Game : SoundGame {
    std::array<Part, 3> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
