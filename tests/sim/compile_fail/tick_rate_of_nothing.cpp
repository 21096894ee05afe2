// SPDX-License-Identifier: MIT
// A game that never ticks.
// EXPECT: tick_rate must be at least one tick in a whole number of seconds
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{0};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
