// SPDX-License-Identifier: MIT
// A tick rate of floating point.
// EXPECT: a tick rate is a ratio of whole numbers, ticks in so many seconds; write 59.94 as
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    static constexpr tandem::TickRate tick_rate{59.94};  // HERE
};

const auto game = tandem::sim::erase<Game>();
