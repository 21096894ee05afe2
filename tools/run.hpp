// SPDX-License-Identifier: MIT
// A whole command line for a game, with one line in its main: record, play, verify, diff, host,
// join and, unless the program is for players, all other verbs.
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

// The verbs of this program: of a program for players if it links tandem::players, which defines
// this macro, and otherwise all.
inline std::vector<Verb> verbs_of_this_program(std::vector<Verb> own) {
#if defined(TANDEM_FOR_PLAYERS)
    return players_verbs(std::move(own));
#else
    return all_verbs(std::move(own));
#endif
}

// Runs the command line of a program with these games and returns its exit code. With one game,
// --game is not needed. `own_verbs` are added to the verbs that every such program has. If the
// program is compiled with TANDEM_BUILD_ID, that text names its build in --version, recordings and
// matches; for example a git hash: target_compile_definitions(race PRIVATE
// TANDEM_BUILD_ID=${hash}).
template <class... Games>
int run(int argc, char** argv, std::vector<Verb> own_verbs = {}) {
    static_assert(sizeof...(Games) > 0,
                  "Tandem: run needs at least one game: run<MyGame>(argc, argv).");
    const Registry registry(
        {RegisteredGame{&sim::GameModel<Games>::game_info(), &sim::erase<Games>}...});
    // The compiler and flags of this program may differ from those of the library.
    return run_program(registry, verbs_of_this_program(std::move(own_verbs)), argc, argv,
                       build_of_this_source());
}

}  // namespace tandem::tools
