// SPDX-License-Identifier: MIT
// An input that can grow inside one of its parts.
// EXPECT: an input must have a bounded size, so it cannot hold a vector, string, set or map
#include <optional>
#include <string>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        std::optional<std::string> value;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(value));  // HERE
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
