// SPDX-License-Identifier: MIT
// The fixed games over the whole script, against the figures of the F arms.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using tools::lab::Integer;

template <class Game>
Game played(std::uint64_t ticks, std::uint64_t seed = 1) {
    Setup setup;
    setup.slots = k_players;
    setup.seed = seed;
    Game game;
    game.reset(setup);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const std::array<FixedInput, k_players> inputs{input_of_script(Slot{0}, tick),
                                                       input_of_script(Slot{1}, tick)};
        game.step({inputs, 0b11});
    }
    return game;
}

// C22, C24, C26 and C27 at 40 ms.
TEST(FixedGame, GivesTheValuesOfTheInventory) {
    const FixedGame game = played<FixedGame>(75);
    EXPECT_EQ(game.car.units(), 3);
    EXPECT_EQ(game.jump.apex_units(), 2.304);
    EXPECT_EQ(game.spring.farthest_units(), 1);
    EXPECT_EQ(game.tap_ticks, 1U);
    EXPECT_EQ(game.walkers[0].pixels(), 24);
    EXPECT_EQ(game.walkers[1].pixels(), 24);
}

TEST(FloatGame, GoesTheSameWayButForRounding) {
    const World world = played<FloatGame>(75).world;
    EXPECT_NEAR(world.apex.value, 2.304, 1e-12);
    EXPECT_NEAR(world.spring_max.value, 1, 1e-9);
    EXPECT_EQ(world.tap_frames, 1U);
    EXPECT_NEAR(world.held[0].value, 24, 1e-12);
    EXPECT_NE(world.bullet.value, 3);
    EXPECT_NEAR(world.bullet.value, 3, 1e-12);
}

// C02 holds: the generator is in the state and its seed in the setup.
TEST(FixedGame, DrawsWhatItsSeedSays) {
    EXPECT_EQ(played<FixedGame>(FixedGame::k_draw_tick).luck, 0U);
    const std::uint32_t luck = played<FixedGame>(FixedGame::k_draw_tick + 1).luck;
    EXPECT_NE(luck, 0U);
    EXPECT_EQ(played<FixedGame>(FixedGame::k_draw_tick + 1).luck, luck);
    EXPECT_NE(played<FixedGame>(FixedGame::k_draw_tick + 1, 2).luck, luck);
}

// C02 fails. A match takes it for the sound game.
TEST(WallSeededGame, DrawsWhatNobodyCanKnow) {
    EXPECT_EQ(sim::canonical_bytes(played<WallSeededGame>(FixedGame::k_draw_tick)),
              sim::canonical_bytes(played<FixedGame>(FixedGame::k_draw_tick)));
    const auto first = played<WallSeededGame>(FixedGame::k_draw_tick + 1);
    const auto second = played<WallSeededGame>(FixedGame::k_draw_tick + 1);
    EXPECT_NE(first.luck, second.luck);
    EXPECT_EQ(sim::erase<WallSeededGame>().info().state_schema.hash(),
              sim::erase<FixedGame>().info().state_schema.hash());
}

TEST(FixedGame, EveryStateOfAMatchMayBeRestored) {
    for (const std::uint64_t ticks : {0U, 29U, 40U, 500U}) {
        EXPECT_NO_THROW(played<FixedGame>(ticks).restored()) << ticks;
        EXPECT_NO_THROW(played<FloatGame>(ticks).restored()) << ticks;
    }
}

// From there a step would overflow.
TEST(FixedGame, AStateThatNoMatchReachesIsRefused) {
    const FixedGame sound = played<FixedGame>(30);
    constexpr Integer k_lowest = std::numeric_limits<Integer>::min();
    constexpr Integer k_highest = std::numeric_limits<Integer>::max();
    const auto refuses = [&](const auto& change) {
        FixedGame changed = sound;
        change(changed);
        EXPECT_THROW(changed.restored(), std::runtime_error);
        auto game = sim::erase<FixedGame>();
        tandem::Setup setup;
        setup.slots = k_players;
        ASSERT_TRUE(game.reset(setup));
        ASSERT_TRUE(game.restore(sim::canonical_bytes(sound)));
        EXPECT_FALSE(game.restore(sim::canonical_bytes(changed)));
    };
    for (const Integer value : {k_lowest, k_highest}) {
        refuses([=](FixedGame& game) { game.car.distance = value; });
        refuses([=](FixedGame& game) { game.jump.height = value; });
        refuses([=](FixedGame& game) { game.jump.velocity = value; });
        refuses([=](FixedGame& game) { game.spring.position = value; });
        refuses([=](FixedGame& game) { game.spring.velocity = value; });
        refuses([=](FixedGame& game) { game.walkers[1].position = value; });
    }
    refuses([](FixedGame& game) { game.jump.apex = k_lowest; });
    refuses([](FixedGame& game) { game.spring.farthest = k_lowest; });
}

TEST(FixedGame, WhatMayBeRestoredCanBePlayedOn) {
    FixedGame game = played<FixedGame>(30);
    game.jump = {1'000'000'000, 1'000'000, 0, true};
    game.spring = {-4'000'000'000'000, 4'000'000'000'000'000, 0};
    ASSERT_NO_THROW(game.restored());
    const std::array<FixedInput, k_players> inputs{FixedInput{k_all_keys}, FixedInput{k_all_keys}};
    for (int tick = 0; tick < 10'000; ++tick) {
        game.step({inputs, 0b11});
    }
    EXPECT_GT(game.jump.apex, 1'000'000'000);
    EXPECT_LE(game.jump.height, game.jump.apex);
}

TEST(FixedGame, KeysAreThoseOfTheScript) {
    Keys keys;
    EXPECT_EQ(input_of_keys(keys).keys, 0);
    keys.press(Key::space);
    keys.press('d');
    EXPECT_EQ(input_of_keys(keys).keys, k_jump_key | k_hold_key);
    EXPECT_EQ(input_of_script(Slot{2}, 30).keys, 0);
}

TEST(FixedGame, UnknownKeysMeanNothing) {
    const std::array<FixedInput, k_players> inputs{FixedInput{0xFF}, FixedInput{0x80}};
    EXPECT_EQ(keys_of({inputs, 0b11}), (HeldKeys{k_all_keys, 0}));
}

}  // namespace
}  // namespace tandem::test
