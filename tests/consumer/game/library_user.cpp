// SPDX-License-Identifier: MIT
// Uses the deterministic core alone, without the command line: steps the game and prints its state.
#include <cstdio>
#include <vector>

#include "tug.hpp"

int main() {
    Tug game;
    game.reset(tandem::Setup{});
    const std::vector<Tug::Input> inputs{{true}, {false}};
    for (int tick = 0; tick < 10; ++tick)
        game.step({inputs, 0b11});
    std::printf("rope %lld\n", static_cast<long long>(game.rope.raw()));
    return game.rope == tandem::Fixed{} ? 1 : 0;
}
