// SPDX-License-Identifier: MIT
// A game that costs next to nothing, with inputs of four bytes, for up to eight: what is measured
// is the network and the session.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::bench {

struct Pulse {
    static constexpr std::string_view name = "pulse";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 8;

    struct Input {
        std::uint32_t held = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(held));
        }
    };

    void reset(const Setup& setup) {
        ticks = 0;
        sums.assign(setup.slots, static_cast<std::uint32_t>(setup.seed));
    }
    void step(Inputs<Input> inputs) {
        for (std::size_t slot = 0; slot < sums.size(); ++slot) {
            sums[slot] = sums[slot] * 3 + inputs[slot].held;
        }
        ++ticks;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(sums));
    }

    std::uint32_t ticks = 0;
    std::vector<std::uint32_t> sums;  // one for each slot
};

inline tools::RegisteredGame pulse_game() {
    return {&sim::GameModel<Pulse>::game_info(), &sim::erase<Pulse>};
}

}  // namespace tandem::bench
