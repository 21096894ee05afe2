// SPDX-License-Identifier: MIT
// A game that has no bot and no other optional member.
#pragma once

#include <cstdint>
#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {

struct Botless {
    static constexpr std::string_view name = "botless";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = Counter::Input;

    void reset(const Setup&) { *this = Botless{}; }
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            total += input.amount;
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    std::int64_t total = 0;
};

}  // namespace tandem::test
