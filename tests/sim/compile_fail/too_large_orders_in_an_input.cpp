// SPDX-License-Identifier: MIT
// An input whose orders are structures, and each too large for so many of them.
// EXPECT: an Input may take at most 1,024 canonical bytes, since it is sent every tick
#include <tests/sim/compile_fail/sound_game.hpp>

struct Order {
    std::uint32_t unit = 0;
    std::uint32_t target = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(unit), CEREAL_NVP(target));  // HERE
    }
};

struct Game : SoundGame {
    struct Input {
        tandem::Commands<Order, 200> orders;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(orders));
        }
    };
    void step(tandem::Inputs<Input>) {}
};

const auto game = tandem::sim::erase<Game>();
