// SPDX-License-Identifier: MIT
// A column whose elements differ in size.
// EXPECT: a column must be a std::vector whose elements all have one size
#include <string>
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::vector<int> x;
    std::vector<std::string> names;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(tandem::sim::columns("units", CEREAL_NVP(x), CEREAL_NVP(names)));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
