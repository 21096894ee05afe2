// SPDX-License-Identifier: MIT
// What the misbehaving games have in common: sound by itself, so that each one's mistake is all
// that is wrong with it.
#pragma once

#include <cstdint>
#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::misbehaving {

struct Base {
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 4;

    struct Input {
        std::uint8_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount));
        }
    };

    void reset(const Setup& setup) {
        ticks = 0;
        total = setup.seed;
    }
    // Takes a number into the state; the order of two numbers matters.
    void mix(std::uint64_t number) { total = (total ^ number) * 0x9E3779B97F4A7C15ULL + ticks; }
    void add(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            mix(input.amount);
        }
        ++ticks;
    }
    // The n-th of numbers that only the state decides, below 1,000.
    std::uint32_t number(std::uint32_t n) const {
        return static_cast<std::uint32_t>((total >> 7 ^ n * 0x9E3779B9U) * 0x2545F491U >> 8) % 1000;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(total));
    }
    Input bot_input(Slot, Random& random) const {
        return {static_cast<std::uint8_t>(random.below(256U))};
    }

    std::uint64_t ticks = 0;
    std::uint64_t total = 0;
};

// A game with members of its own, which its reset sets as they are at first.
template <class Game>
struct BaseOf : Base {
    void reset(const Setup& setup) {
        static_cast<Game&>(*this) = Game{};
        total = setup.seed;
    }
};

}  // namespace tandem::misbehaving
