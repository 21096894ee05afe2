// SPDX-License-Identifier: MIT
// A game that counts in a hundred variables of one template, as libraries of entities and types do,
// and that multiplies floats in one place: that one must not drown.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>

namespace planted {

template <std::uint32_t number>
struct Tagged {
    static inline std::uint32_t value = number;
};

struct Crowded {
    static constexpr std::string_view name = "crowded";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    struct Input {
        std::int32_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount));
        }
    };

    void reset(const tandem::Setup&) { total = 0; }
    void step(tandem::Inputs<Input> inputs) {
        count(std::make_integer_sequence<std::uint32_t, 100>());
        slow_down(inputs[0].amount);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    template <std::uint32_t number>
    [[gnu::noinline]] void count_one() {
        total += ++Tagged<number>::value;
    }
    template <std::uint32_t... numbers>
    void count(std::integer_sequence<std::uint32_t, numbers...>) {
        (count_one<numbers>(), ...);
    }
    [[gnu::noinline]] void slow_down(std::int32_t speed) {
        total += static_cast<std::int64_t>(static_cast<double>(speed) * 0.95);
    }

    std::int64_t total = 0;
};

}  // namespace planted
