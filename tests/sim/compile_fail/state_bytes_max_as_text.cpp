// SPDX-License-Identifier: MIT
// A bound that is no number.
// EXPECT: state_bytes_max must be public
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr const char* state_bytes_max = "2 MiB";
};

const auto game = tandem::sim::erase<Game>();  // HERE
