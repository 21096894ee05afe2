// SPDX-License-Identifier: MIT
// A game that does nothing.
// EXPECT: a game needs `void step(tandem::Inputs<Input> inputs);`
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
