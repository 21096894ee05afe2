// SPDX-License-Identifier: MIT
// A moment of a clock.
// EXPECT: std::chrono's types have the width and unit that each library chooses
#include <chrono>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::chrono::steady_clock::time_point value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
