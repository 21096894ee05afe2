// SPDX-License-Identifier: MIT
// The same games for `check --against`, without a command line of their own: what it takes to build
// them once more is only tandem::sim and the companion's end of check.
#include <cstdlib>
#include <string_view>

#include <tandem/tools/check/serve.hpp>
#include <tests/misbehaving/games.hpp>

namespace {

int serve(std::string_view name, int socket) {
    for (const auto& game : registered_games(tandem::misbehaving::AllGames())) {
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
    return argc == k_arguments ? serve(argv[2], std::atoi(argv[k_arguments - 1])) : 2;
}
