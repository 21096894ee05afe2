// SPDX-License-Identifier: MIT
// A bot plays what the game says for the session's seed.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/inputs/source.hpp>

namespace tandem::tools {
namespace {

sim::AnySimulation duel(std::uint64_t seed) {
    auto simulation = sim::erase<games::Duel>();
    Setup setup;
    setup.seed = seed;
    setup.slots = 2;
    setup.tick_rate = simulation.info().tick_rate;
    EXPECT_TRUE(simulation.reset(setup));
    return simulation;
}

TEST(BotSource, IsOneColumnWithoutEnd) {
    const auto source = make_bot_source();
    EXPECT_EQ(source->columns(), 1U);
    EXPECT_FALSE(source->rows());
    EXPECT_FALSE(source->is_live());
}

TEST(BotSource, TakesSeedFromTheSessionAndTickFromTheAsker) {
    const auto source = make_bot_source();
    const auto one = duel(1);
    const auto two = duel(2);
    bool seed_matters = false;
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        const auto input = source->input(0, Slot{1}, sim::Tick{tick}, one);
        ASSERT_TRUE(input && *input);
        EXPECT_EQ(**input, *one.bot_input(Slot{1}, tick, 1));
        seed_matters = seed_matters || **input != **source->input(0, Slot{1}, sim::Tick{tick}, two);
    }
    EXPECT_TRUE(seed_matters);
}

}  // namespace
}  // namespace tandem::tools
