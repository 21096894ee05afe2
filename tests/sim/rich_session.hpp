// SPDX-License-Identifier: MIT
// Runs games with bots, for tests that need states of it.
#pragma once

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::test {

inline Setup rich_setup(std::uint64_t seed, std::uint32_t slots = 3) {
    Setup setup;
    setup.seed = seed;
    setup.slots = slots;
    return setup;
}

inline sim::Bytes rich_record(const sim::AnySimulation& simulation, std::uint64_t ticks_done,
                              std::uint64_t presence = ~std::uint64_t{0}) {
    std::vector<sim::Bytes> inputs;
    for (std::uint32_t slot = 0; slot < simulation.setup().slots; ++slot) {
        inputs.push_back(*simulation.bot_input(Slot{slot}, ticks_done, simulation.setup().seed));
    }
    return sim::make_record(presence, inputs);
}

// A game after that many ticks.
template <class Game>
sim::AnySimulation run_game(std::uint64_t seed, std::uint64_t ticks, std::uint32_t slots = 3) {
    sim::AnySimulation simulation = sim::erase<Game>();
    const auto started = simulation.reset(rich_setup(seed, slots));
    EXPECT_TRUE(started) << started.error().text();
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const auto stepped = simulation.step(rich_record(simulation, tick));
        EXPECT_TRUE(stepped) << stepped.error().text();
    }
    return simulation;
}

inline sim::AnySimulation run_rich(std::uint64_t seed, std::uint64_t ticks,
                                   std::uint32_t slots = 3) {
    return run_game<RichGame>(seed, ticks, slots);
}

}  // namespace tandem::test
