// SPDX-License-Identifier: MIT
// The games of this page, in a file of their own: here their steps are compiled, for speed and not
// for size.
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/web/module/recording.hpp>

namespace tandem::tools::web {
namespace {

template <class Game>
RegisteredGame registered() {
    return {&sim::GameModel<Game>::game_info(), &sim::erase<Game>};
}

}  // namespace

const Registry& built_in_games() {
    static const Registry k_games({registered<games::Duel>(), registered<games::Swarm>()});
    return k_games;
}

}  // namespace tandem::tools::web
