// SPDX-License-Identifier: MIT
// A help that is no text.
// EXPECT: keys_help must be public `static constexpr std::string_view keys_help
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr int keys_help = 1;
};

const auto game = tandem::sim::erase<Game>();  // HERE
