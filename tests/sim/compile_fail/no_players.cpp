// SPDX-License-Identifier: MIT
// A game for nobody.
// EXPECT: players_max must be 1 to 64
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 0;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
