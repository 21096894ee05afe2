// SPDX-License-Identifier: MIT
// A game without an input.
// EXPECT: a game needs a nested `struct Input` with a serialize that names its fields
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
