// SPDX-License-Identifier: MIT
// A source that gives a number where the game has an Input.
// EXPECT: a source is called with (sim::Tick, const Game&) and gives the game's Input
#include <tandem/net/input_source.hpp>
#include <tests/sim/compile_fail/sound_game.hpp>

int decide(tandem::sim::Tick, const SoundGame&) { return 1; }

const auto source = tandem::net::input_source<SoundGame>(decide);  // HERE
