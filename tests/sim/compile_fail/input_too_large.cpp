// SPDX-License-Identifier: MIT
// An input larger than what is sent every tick may be.
// EXPECT: an Input may take at most 1,024 canonical bytes, since it is sent every tick
#include <array>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        std::array<std::uint8_t, 4097> value{};
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(value));
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
