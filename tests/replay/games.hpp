// SPDX-License-Identifier: MIT
// Games that only the replay tests need.
#pragma once

#include <tests/support/broken_games.hpp>

namespace tandem::test {

// Two machines that disagree before the first tick: one game to every check of name, version and
// schema.
template <int k_machine>
struct OtherStart : BrokenBase {
    static constexpr std::string_view name = "other_start";
    void reset(const Setup& setup) { total = setup.seed + k_machine; }
    void step(Inputs<Input> inputs) { add(inputs); }
};

// The same game to every check, but with a bound on its state that is less than its state.
template <int k_machine>
struct TightFork : Forked<k_machine> {
    static constexpr std::uint64_t state_bytes_max = 8;
};

// One machine gets through every tick, the other throws in one.
template <bool k_throws>
struct HalfThrowing : BrokenBase {
    static constexpr std::string_view name = "half_throwing";
    static constexpr std::uint64_t k_throw_tick = 12;
    void step(Inputs<Input> inputs) {
        if (k_throws && ticks == k_throw_tick) {
            throw std::runtime_error("only here");
        }
        add(inputs);
    }
};

// Hears loud inputs only: two sessions may differ in their inputs long before their states do. Two
// machines of it part by themselves.
template <int k_machine>
struct HardOfHearing : BrokenBase {
    static constexpr std::string_view name = "hard_of_hearing";
    static constexpr std::uint8_t k_loud = 100;
    static constexpr std::uint64_t k_fork_tick = 20;
    void step(Inputs<Input> inputs) {
        total += ticks == k_fork_tick ? k_machine : 0;
        for (const Input& input : inputs) {
            total = total * 3 + (input.amount < k_loud ? 0U : input.amount);
        }
        ++ticks;
    }
};

}  // namespace tandem::test
