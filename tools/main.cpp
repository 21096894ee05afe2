// SPDX-License-Identifier: MIT
// The program tandem: the bundled games, and those of the loop lab's match, so that its recordings
// can be looked at.
#include <array>
#include <cstdio>

#include <unistd.h>

#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>
#include <tandem/tools/run.hpp>

namespace {

// What a verb prints into a pipe goes out at once, up to what a pipe holds: whether a reader that
// leaves after the first lines does so before the last are written would else be a matter of luck,
// and the exit code with it.
void write_at_once() {
    static std::array<char, 1 << 16> buffer;
    if (isatty(STDOUT_FILENO) == 0) {
        static_cast<void>(std::setvbuf(stdout, buffer.data(), _IOFBF, buffer.size()));
    }
}

}  // namespace

int main(int argc, char** argv) {
    using namespace tandem;
    write_at_once();
    return tools::run<games::Duel, games::Swarm, tools::lab::match::VariableGame,
                      tools::lab::match::FixedGame, tools::lab::match::FloatGame>(argc, argv);
}
