// SPDX-License-Identifier: MIT
// A view of somebody else's text in the state.
// EXPECT: a pointer, reference or view cannot be state, because addresses differ between machines
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::string_view value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
