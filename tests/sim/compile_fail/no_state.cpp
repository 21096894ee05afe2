// SPDX-License-Identifier: MIT
// A game that does not say what its state is.
// EXPECT: a game needs `template <class Archive> void serialize(Archive& ar)` that names every
// field of its state
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
