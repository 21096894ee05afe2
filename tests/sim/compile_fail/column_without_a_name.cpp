// SPDX-License-Identifier: MIT
// A column without its name.
// EXPECT: every column needs its name; write columns(
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::vector<int> x, y;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(tandem::sim::columns("units", CEREAL_NVP(x), y));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
