// SPDX-License-Identifier: MIT
// A step of another name in a game that counts its ticks: `tick` is no step, and no mistake.
// EXPECT: `update` is not what Tandem looks for; did you mean `step`?
#include <tests/sim/compile_fail/sound_game.hpp>

struct Game {
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    std::uint32_t tick = 0;
    void reset(const tandem::Setup&) {}
    void update(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(tick));
    }
};

const auto game = tandem::sim::erase<Game>();  // HERE
