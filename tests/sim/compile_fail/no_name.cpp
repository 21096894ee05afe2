// SPDX-License-Identifier: MIT
// A game without a name.
// EXPECT: a game needs `static constexpr std::string_view name
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
