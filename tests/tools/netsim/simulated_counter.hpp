// SPDX-License-Identifier: MIT
// The smallest game on a simulated network.
#pragma once

#include <gtest/gtest.h>

#include <tandem/sim/game.hpp>
#include <tandem/tools/netsim/run_scenario.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {

inline tools::RegisteredGame counter_game() {
    return {&sim::GameModel<Counter>::game_info(), &sim::erase<Counter>};
}

// One whose inputs are not to be foreseen, so that each repeat of one costs its four bytes.
struct LoudCounter : Counter {
    struct Input {
        std::uint32_t word = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(word));
        }
    };
    void step(Inputs<Input> inputs) {
        for (std::size_t slot = 0; slot < totals.size(); ++slot) {
            totals[slot] = static_cast<std::int64_t>(static_cast<std::uint64_t>(totals[slot]) * 3 +
                                                     inputs[slot].word);
        }
        ++ticks;
    }
    Input bot_input(Slot, Random& random) const { return {random.next32()}; }
    Input input_from_keys(const Keys& keys) const {
        return {static_cast<std::uint32_t>(keys.down(Key::space) ? 1 : 0)};
    }
};
inline tools::RegisteredGame loud_game() {
    return {&sim::GameModel<LoudCounter>::game_info(), &sim::erase<LoudCounter>};
}

// Two players, a clean line of so many ms, and this many ticks of a sixtieth of a second.
inline tools::netsim::Scenario clean_scenario(std::uint64_t delay_ms, std::uint64_t ticks) {
    tools::netsim::Scenario scenario;
    scenario.ticks = ticks;
    scenario.line.delay_us = delay_ms * 1'000;
    return scenario;
}

// What comes of it with the smallest game, or another one.
inline tools::netsim::ScenarioOutcome counter_outcome(
    const tools::netsim::Scenario& scenario, bool has_limits = false,
    const tools::RegisteredGame& game = counter_game()) {
    auto outcome = tools::netsim::run_scenario(scenario, game, {.has_limits = has_limits});
    EXPECT_TRUE(outcome.has_value()) << outcome.error().text();
    return outcome ? *std::move(outcome) : tools::netsim::ScenarioOutcome{};
}

// A fault of the line from `from` to `to`, or of a machine.
inline tools::netsim::Fault line_fault(tools::netsim::FaultKind what, std::uint32_t from,
                                       std::uint32_t to, std::uint64_t at_ms, std::uint64_t for_ms,
                                       std::int64_t amount = 0) {
    return {what, from, to, 0, at_ms, for_ms, amount};
}
inline tools::netsim::Fault machine_fault(tools::netsim::FaultKind what, std::uint32_t machine,
                                          std::uint64_t at_ms, std::uint64_t for_ms = 0,
                                          std::int64_t amount = 0) {
    return {what, 0, 0, machine, at_ms, for_ms, amount};
}

}  // namespace tandem::test
