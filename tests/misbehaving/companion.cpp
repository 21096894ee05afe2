// SPDX-License-Identifier: MIT
// The same games for `check --against`, without a command line of their own: what it takes to build
// them once more is only tandem::sim and the companion's end of check.
#include <cstdlib>
#include <string_view>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/check/serve.hpp>
#include <tests/misbehaving/games.hpp>

namespace {

template <class... Games>
int serve(tandem::misbehaving::List<Games...>, std::string_view name, int socket) {
    using tandem::sim::GameModel;
    const tandem::tools::RegisteredGame games[] = {
        {&GameModel<Games>::game_info(), &tandem::sim::erase<Games>}...};
    for (const auto& game : games) {
        if (game.info->name == name) {
            return tandem::tools::check::serve(game, socket) ? 0 : 3;
        }
    }
    return 2;
}

}  // namespace

// As check calls it: --game NAME check --as-companion SOCKET.
int main(int argc, char** argv) {
    constexpr int k_arguments = 6;
    return argc == k_arguments
               ? serve(tandem::misbehaving::AllGames(), argv[2], std::atoi(argv[k_arguments - 1]))
               : 2;
}
