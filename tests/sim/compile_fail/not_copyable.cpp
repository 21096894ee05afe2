// SPDX-License-Identifier: MIT
// A game that cannot be copied.
// EXPECT: a game must be copyable and assignable, because checks run a copy beside it
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    Game() = default;
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
