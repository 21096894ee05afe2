// SPDX-License-Identifier: MIT
// A container as a base class has no fields to name.
// EXPECT: only a structure with its own serialize can be named as a base class
#include <vector>

#include <cereal/types/base_class.hpp>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Bodies : std::vector<std::int32_t> {
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::base_class<std::vector<std::int32_t>>(this));  // HERE
    }
};

struct Game : SoundGame {
    Bodies bodies;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(bodies));
    }
};

const auto game = tandem::sim::erase<Game>();
