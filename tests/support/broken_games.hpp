// SPDX-License-Identifier: MIT
// Games with one deliberate fault each: every detector has to be seen to fire on the one it is for.
// Apart from its fault each is a Counter with two players.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

// What the broken games have in common; a game of its own it is not.
struct BrokenBase {
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;

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
    void add(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            total = total * 3 + input.amount;
        }
        ++ticks;
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

// Forgets a field in serialize: a restored state goes on differently from the saved one, although
// both hash alike at first.
struct Forgetful : BrokenBase {
    static constexpr std::string_view name = "forgetful";
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += ++steps;
    }
    std::uint64_t steps = 0;  // belongs to the state
};

// The same, but the field is only read in every k_period-th tick, so that a restored state goes on
// right at first.
template <std::uint64_t k_period>
struct SeldomForgetful : BrokenBase {
    static constexpr std::string_view name = "seldom_forgetful";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        heat = 0;
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        heat += inputs[0].amount;
        if (ticks % k_period == 0) {
            total ^= heat;
        }
    }
    std::uint64_t heat = 0;  // belongs to the state
};

// Keeps state outside of itself: a second run in the same process differs from the first.
struct Leaky : BrokenBase {
    static constexpr std::string_view name = "leaky";
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += ++steps_of_all();
    }
    static std::uint64_t& steps_of_all() {
        static std::uint64_t steps = 0;
        return steps;
    }
};

// Throws in the step of one tick.
struct Throwing : BrokenBase {
    static constexpr std::string_view name = "throwing";
    struct Options {
        std::uint64_t throw_tick = 10;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(throw_tick));
        }
    };
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        options = setup.options_as<Options>();
    }
    void step(Inputs<Input> inputs) {
        if (ticks == options.throw_tick) {
            throw std::runtime_error("the planned exception of tick " + std::to_string(ticks));
        }
        add(inputs);
    }
    Options options;
};

// Throws as well, some time after its arithmetic had no result: both have to be told.
struct Troubled : BrokenBase {
    static constexpr std::string_view name = "troubled";
    void step(Inputs<Input> inputs) {
        if (ticks == 6) {
            static_cast<void>(Fixed(1) / Fixed(0));
        }
        if (ticks == throw_tick) {
            throw std::runtime_error("boom");
        }
        add(inputs);
    }
    static inline std::uint64_t throw_tick = 29;
};

// Cannot be started at all.
struct Unstartable : BrokenBase {
    static constexpr std::string_view name = "unstartable";
    void reset(const Setup&) { throw std::runtime_error("this game never starts"); }
    void step(Inputs<Input> inputs) { add(inputs); }
};

// Two machines that disagree: Forked<0> and Forked<1> are one game to every handshake (name,
// version, schemas), but from tick `fork_tick` on they compute different totals.
template <int k_machine>
struct Forked : BrokenBase {
    static constexpr std::string_view name = "forked";
    struct Options {
        std::uint64_t fork_tick = 50;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(fork_tick));
        }
    };
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        options = setup.options_as<Options>();
    }
    void step(Inputs<Input> inputs) {
        const bool is_forked = ticks == options.fork_tick;
        add(inputs);
        total += is_forked ? std::uint64_t{k_machine} : 0;
    }
    Options options;
};

// Two builds of one game with phases, whose rules differ in the phase "growing" of every eighth
// tick from `fork_tick` on.
template <int k_build>
struct PhasedFork : BrokenBase {
    static constexpr std::string_view name = "phased_fork";
    static constexpr std::uint64_t k_fork_tick = 200;
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        add(inputs);
        phase_ended("hearing");
        grown += total % 1000;
        grown += ticks > k_fork_tick && ticks % 8 == 0 ? k_build * (total | 7U) : 0;
        phase_ended("growing");
        total += grown;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(grown));
    }
    std::uint64_t grown = 0;
};

// The same game in its next version: what one side of a handshake or an old file has to refuse.
template <std::uint32_t k_version>
struct Versioned : BrokenBase {
    static constexpr std::string_view name = "versioned";
    static constexpr std::uint32_t version = k_version;
    void step(Inputs<Input> inputs) { add(inputs); }
};

// The same name and version with another state: another schema.
template <bool k_has_more>
struct Reshaped : BrokenBase {
    static constexpr std::string_view name = "reshaped";
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        if constexpr (k_has_more) {
            ar(CEREAL_NVP(more));
        }
    }
    std::uint16_t more = 0;
};

// Nothing is wrong with it but its size: an input of 1,000 bytes, close to the most there may be.
struct WideInput {
    static constexpr std::string_view name = "wide_input";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 4;

    struct Input {
        std::array<std::uint8_t, 1000> cells{};
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(cells));
        }
    };

    void reset(const Setup& setup) { sums.fill(setup.seed); }
    void step(Inputs<Input> inputs) {
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            for (const std::uint8_t cell : inputs[slot].cells) {
                sums[slot] = sums[slot] * 31 + cell;
            }
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(sums));
    }
    Input bot_input(Slot, Random& random) const {
        Input input;
        for (std::uint8_t& cell : input.cells) {
            cell = static_cast<std::uint8_t>(random.below(256U));
        }
        return input;
    }

    std::array<std::uint64_t, players_max> sums{};
};

}  // namespace tandem::test
