// SPDX-License-Identifier: MIT
// Options that are no text.
// EXPECT: keys_options must be public `static constexpr std::string_view keys_options
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr int keys_options = 1;
};

const auto game = tandem::sim::erase<Game>();  // HERE
