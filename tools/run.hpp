// SPDX-License-Identifier: MIT
// A whole command line for a game, in one line of its main: record, play, verify, diff, host, join
// and the others.
#pragma once

#include <tandem/sim/game.hpp>
#include <tandem/tools/program/program.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools {

// With one game, --game is implied.
template <class... Games>
int run(int argc, char** argv) {
    static_assert(sizeof...(Games) > 0,
                  "Tandem: run needs at least one game: run<MyGame>(argc, argv).");
    const Registry registry(
        {RegisteredGame{&sim::GameModel<Games>::game_info(), &sim::erase<Games>}...});
    return run_program(registry, argc, argv);
}

}  // namespace tandem::tools
