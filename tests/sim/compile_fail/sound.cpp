// SPDX-License-Identifier: MIT
// No mistake at all: what is left of the others without theirs.
// EXPECT: nothing
#include <tests/sim/compile_fail/sound_game.hpp>

const auto game = tandem::sim::erase<SoundGame>();
