// SPDX-License-Identifier: MIT
// An optional member that nobody would call.
// EXPECT: `input_from_key` is not what Tandem looks for; did you mean `input_from_keys`?
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    Input input_from_key(const tandem::Keys&) const { return {}; }
};

const auto game = tandem::sim::erase<Game>();  // HERE
