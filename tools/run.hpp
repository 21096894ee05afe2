// SPDX-License-Identifier: MIT
// A whole command line for a game, in one line of its main: record, play, verify, diff, host, join
// and the others.
#pragma once

#include <utility>
#include <vector>

#include <tandem/sim/game.hpp>
#include <tandem/tools/program/program.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verbs/list.hpp>

namespace tandem::tools {

// With one game, --game is implied. `own_verbs` are there besides those that every program has.
// TANDEM_BUILD_ID, where the program is compiled with it (a git hash:
// target_compile_definitions(race PRIVATE TANDEM_BUILD_ID=${hash})), names its build in --version,
// recordings and matches.
template <class... Games>
int run(int argc, char** argv, std::vector<Verb> own_verbs = {}) {
    static_assert(sizeof...(Games) > 0,
                  "Tandem: run needs at least one game: run<MyGame>(argc, argv).");
    const Registry registry(
        {RegisteredGame{&sim::GameModel<Games>::game_info(), &sim::erase<Games>}...});
    // This program's own compiler and flags, which are not those of the library.
    return run_program(registry, all_verbs(std::move(own_verbs)), argc, argv,
                       build_of_this_source());
}

}  // namespace tandem::tools
