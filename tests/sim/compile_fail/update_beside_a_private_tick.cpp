// SPDX-License-Identifier: MIT
// The same where the count is private: one sentence tells of a step that is missing.
// EXPECT: `update` is not what Tandem looks for; did you mean `step`?
#include <tests/sim/compile_fail/sound_game.hpp>

class Game {
    std::uint32_t tick = 0;

public:
    static constexpr std::string_view name = "game";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = SoundGame::Input;
    void reset(const tandem::Setup&) {}
    void update(tandem::Inputs<SoundGame::Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(tick));
    }
};

const auto game = tandem::sim::erase<Game>();  // HERE
