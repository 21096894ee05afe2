// SPDX-License-Identifier: MIT
// A float inside an optional.
// EXPECT: floating point differs between compilers and machines
#include <optional>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::optional<float> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
