// SPDX-License-Identifier: MIT
// The program tandem: the bundled games with their page for browsers, the loop lab, and the games
// of the lab's match, so that its recordings can be looked at.
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/run.hpp>
#include <tandem/tools/verbs/web.hpp>
#if defined(TANDEM_HAS_LAB)
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>
#include <tandem/tools/lab/verb/lab.hpp>
#endif

int main(int argc, char** argv) {
    using namespace tandem;
#if defined(TANDEM_HAS_LAB)
    return tools::run<games::Duel, games::Swarm, tools::lab::match::VariableGame,
                      tools::lab::match::FixedGame, tools::lab::match::FloatGame>(
        argc, argv, {tools::web_with_lab_verb(), tools::lab_verb()});
#else
    return tools::run<games::Duel, games::Swarm>(argc, argv, {tools::web_verb()});
#endif
}
