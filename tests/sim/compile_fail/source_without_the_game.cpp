// SPDX-License-Identifier: MIT
// A source that does not take the game.
// EXPECT: a source is called with (sim::Tick, const Game&) and gives the game's Input
#include <tandem/net/input_source.hpp>
#include <tests/sim/compile_fail/sound_game.hpp>

SoundGame::Input decide(tandem::sim::Tick) { return {}; }

const auto source = tandem::net::input_source<SoundGame>(decide);  // HERE
