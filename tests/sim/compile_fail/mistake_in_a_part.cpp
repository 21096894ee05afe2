// SPDX-License-Identifier: MIT
// The mistake stands in a type that only the elements of a vector have.
// EXPECT: floating point differs between compilers and machines
#include <vector>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Part {
    float x = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x));  // HERE
    }
};

struct Game : SoundGame {
    std::vector<Part> parts;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(parts));
    }
};

const auto game = tandem::sim::erase<Game>();
