// SPDX-License-Identifier: MIT
// A game as an outsider would write it: players pull a rope, and the one who pulls in rhythm wins.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <cereal/cereal.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>

struct Tug {
    static constexpr std::string_view name = "tug";
    static constexpr tandem::TickRate tick_rate{30};
    static constexpr std::uint32_t players_max = 4;

    struct Input {
        bool pull = false;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(pull));
        }
    };

    void reset(const tandem::Setup& setup) {
        *this = Tug{};
        breaths.fill(1);
        wind = tandem::Random{setup.seed};
    }

    // Even slots pull one way and odd slots the other; pulling on without a rest tires.
    void step(tandem::Inputs<Input> inputs) {
        for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
            tandem::Fixed& breath = breaths[slot];
            const bool pulls = inputs.present(tandem::Slot{slot}) && inputs[slot].pull;
            const tandem::Fixed strength = pulls ? breath : tandem::Fixed{};
            breath = (breath + (pulls ? tandem::Fixed{} : tandem::Fixed{1})) / 2;
            rope = slot % 2 == 0 ? rope + strength : rope - strength;
        }
        if (wind.chance(1, 8))
            rope = rope + tandem::Fixed{wind.between(-1, 1)};
    }

    Input bot_input(tandem::Slot, tandem::Random& random) const {
        return Input{random.chance(1, 2)};
    }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(rope), CEREAL_NVP(breaths), CEREAL_NVP(wind));
    }

    tandem::Fixed rope;
    std::array<tandem::Fixed, players_max> breaths{};
    tandem::Random wind;
};
