// SPDX-License-Identifier: MIT
// A bot that is not const.
// EXPECT: bot_input must be public
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    Input bot_input(tandem::Slot, tandem::Random&) { return {}; }
};

const auto game = tandem::sim::erase<Game>();  // HERE
