// SPDX-License-Identifier: MIT
// A game without a mistake. Each file beside this one is such a game with one mistake.
#pragma once

#include <cstdint>
#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/fixed.hpp>

struct SoundGame {
    static constexpr std::string_view name = "sound";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    struct Input {
        std::uint8_t buttons = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(buttons));
        }
    };
    void reset(const tandem::Setup&) {}
    void step(tandem::Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks));
    }
    std::uint64_t ticks = 0;
};
