// SPDX-License-Identifier: MIT
// A base class that names no field: nothing of it would be saved.
// EXPECT: this type needs `template <class Archive> void serialize(Archive& ar)`
#include <cereal/types/base_class.hpp>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Body {
    std::int32_t mass = 1;
};

struct Game : SoundGame, Body {
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::base_class<Body>(this));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
