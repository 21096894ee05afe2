// SPDX-License-Identifier: MIT
// A function that might be the game's own and can be called as Tandem calls it.
// EXPECT: `is_finished` is not what Tandem looks for; did you mean `finished`?
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    bool is_finished() const { return ticks > 9; }
};

const auto game = tandem::sim::erase<Game>();  // HERE
