// SPDX-License-Identifier: MIT
// columns without a column.
// EXPECT: columns(...) needs at least one column.
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    template <class Archive>
    void serialize(Archive& ar) {
        ar(tandem::sim::columns("units"));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
