// SPDX-License-Identifier: MIT
// An input of more orders than fit into what is sent every tick.
// EXPECT: an Input may take at most 1,024 canonical bytes, since it is sent every tick
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    struct Input {
        std::uint8_t buttons = 0;
        tandem::Commands<std::uint32_t, 256> orders;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(buttons), CEREAL_NVP(orders));  // HERE
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
