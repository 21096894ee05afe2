// SPDX-License-Identifier: MIT
// An input without an idle value.
// EXPECT: an Input must be default-constructible, which means idle, and copyable
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        explicit Input(int) {}
        template <class Archive>
        void serialize(Archive&) {}
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
