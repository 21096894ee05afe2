// SPDX-License-Identifier: MIT
// A restored that nobody may call.
// EXPECT: restored must be public `void restored()`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
private:
    void restored() {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
