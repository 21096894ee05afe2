// SPDX-License-Identifier: MIT
// An integer of no fixed width.
// EXPECT: this integer is none of std::int8_t to std::uint64_t here
#include <type_traits>

#include <tests/sim/compile_fail/sound_game.hpp>

struct Game : SoundGame {
    std::conditional_t<std::is_same_v<std::int64_t, long>, long long, long> value = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(value));  // HERE
    }
};

const auto game = tandem::sim::erase<Game>();
