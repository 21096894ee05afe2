// SPDX-License-Identifier: MIT
// An observer that does not take the game.
// EXPECT: an observer is called with (sim::Tick, const Inputs<Game::Input>&, const Game&)
#include <tandem/sim/history/observe.hpp>
#include <tests/sim/compile_fail/sound_game.hpp>

void watch(tandem::sim::Tick, const tandem::Inputs<SoundGame::Input>&) {}

const auto observer = tandem::sim::observe<SoundGame>(watch);  // HERE
