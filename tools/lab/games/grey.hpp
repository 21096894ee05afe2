// SPDX-License-Identifier: MIT
// The dummy game of the LWJGL book in whole numbers: up and down make a grey lighter and darker.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {

struct Grey {
    static constexpr std::string_view name = "grey";
    static constexpr TickRate tick_rate{30};  // the book's rate
    static constexpr std::uint32_t players_max = 2;
    static constexpr std::int32_t k_white = 100;

    // The yard's keys: right is up, left is down.
    struct Input {
        std::uint8_t keys = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(keys));
        }
    };

    void reset(const Setup&) { *this = Grey{}; }
    void step(Inputs<Input> inputs) {
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            const std::uint8_t keys = inputs[slot].keys;
            const std::int32_t direction =
                ((keys & key::k_right) != 0 ? 1 : 0) - ((keys & key::k_left) != 0 ? 1 : 0);
            colors[slot] = std::clamp(colors[slot] + direction, 0, k_white);
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(colors));
    }

    std::array<std::int32_t, players_max> colors{};  // in hundredths, one for each player
};

}  // namespace tandem::tools::lab
