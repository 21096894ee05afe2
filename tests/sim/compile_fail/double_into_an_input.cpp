// SPDX-License-Identifier: MIT
// An input that is idle at half a step.
// EXPECT: Fixed takes no floating point, which differs between machines; write 0.1_fx or
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        tandem::Fixed speed = 0.5;  // HERE
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(speed));
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
