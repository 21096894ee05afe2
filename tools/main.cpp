// SPDX-License-Identifier: MIT
// The program tandem: the bundled games and nothing else.
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/run.hpp>

int main(int argc, char** argv) {
    return tandem::tools::run<tandem::games::Duel, tandem::games::Swarm>(argc, argv);
}
