// SPDX-License-Identifier: MIT
// An owning pointer in the state.
// EXPECT: a pointer, reference or view cannot be state, because addresses differ between machines
#include <memory>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::shared_ptr<SoundGame> value;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
