// SPDX-License-Identifier: MIT
// A part of the state that starts as floating point.
// EXPECT: Fixed takes no floating point, which differs between machines; write 0.1_fx or
#include <array>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Part {
    tandem::Fixed place = 0.5;  // HERE
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(place));
    }
};

struct Game : SoundGame {
    std::array<Part, 2> parts;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(parts));
    }
};

const auto game = tandem::sim::erase<Game>();
