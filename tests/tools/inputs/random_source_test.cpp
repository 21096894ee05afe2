// SPDX-License-Identifier: MIT
// The random player depends on seed, slot and tick, and on nothing else; so does the one that is a
// bot by turns.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::tools {
namespace {

sim::Bytes input(std::uint64_t seed, std::uint32_t slot, std::uint64_t tick) {
    auto simulation = sim::erase<test::Counter>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), 4, seed)));
    return **make_random_source()->input(0, Slot{slot}, sim::Tick{tick}, simulation);
}

TEST(RandomSource, DependsOnSeedSlotAndTick) {
    EXPECT_EQ(input(1, 2, 3), input(1, 2, 3));
    EXPECT_NE(input(1, 2, 3), input(2, 2, 3));
    EXPECT_NE(input(1, 2, 3), input(1, 3, 3));
    EXPECT_NE(input(1, 2, 3), input(1, 2, 4));
}

constexpr std::uint64_t k_second = 60;  // in ticks of Counter

// For each of the ticks of a slot whether the mixed player gave what the bot would have given. What
// is neither the bot's nor the random player's fails.
std::vector<bool> is_of_the_bot(std::uint32_t slot, std::uint64_t ticks) {
    auto simulation = sim::erase<test::Counter>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), 4, 1)));
    const auto at = [&](const std::unique_ptr<Source>& source, std::uint64_t tick) {
        return **source->input(0, Slot{slot}, sim::Tick{tick}, simulation);
    };
    const auto mixed = make_mixed_source();
    const auto bot = make_bot_source();
    std::vector<bool> result;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const sim::Bytes given = at(mixed, tick);
        result.push_back(given == at(bot, tick));
        EXPECT_TRUE(result.back() || given == at(make_random_source(), tick)) << tick;
    }
    return result;
}

TEST(MixedSource, GivesASecondOfEachByTurns) {
    const std::vector<bool> is_bot = is_of_the_bot(0, 6 * k_second);
    for (std::uint64_t tick = 0; tick + k_second < is_bot.size(); ++tick) {
        EXPECT_NE(is_bot[tick], is_bot[tick + k_second]) << tick;
    }
}

TEST(MixedSource, LetsSlotsTurnAtDifferentTicks) {
    const std::vector<bool> first = is_of_the_bot(0, 2 * k_second);
    EXPECT_EQ(first, is_of_the_bot(0, 2 * k_second));
    EXPECT_NE(first, is_of_the_bot(1, 2 * k_second));
}

}  // namespace
}  // namespace tandem::tools
