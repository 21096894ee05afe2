// SPDX-License-Identifier: MIT
// A required member that is there under another name.
// EXPECT: `max_players` is not what Tandem looks for; did you mean `players_max`?
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t max_players = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};

const auto game = tandem::sim::erase<Game>();  // HERE
