// SPDX-License-Identifier: MIT
// A recorded second is made again step by step.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

VariableGame::Input frames(std::uint32_t count, std::uint32_t frame_ns) {
    VariableGame::Input input;
    for (std::uint32_t i = 0; i < count; ++i) {
        EXPECT_TRUE(input.pieces.push({frame_ns, {}, true}));
    }
    return input;
}

VariableGame stepped(const VariableGame::Input& input) {
    VariableGame game;
    game.reset({});
    game.step({{&input, 1}, 1});
    return game;
}

TEST(VariableGame, StepsAsItWasRecorded) {
    World live;
    live.begin_second();
    for (int i = 0; i < 100; ++i) {
        live.step(10'000'000, {}, true);
    }
    EXPECT_EQ(stepped(frames(100, 10'000'000)).world.bullet, live.bullet);
    EXPECT_NE(stepped(frames(10, 100'000'000)).world.bullet, live.bullet);
}

TEST(VariableGame, NoInputMakesASecondLonger) {
    EXPECT_EQ(stepped(frames(3, 400'000'000)).world.bullet_nano, 1'000'000'000);
    EXPECT_EQ(stepped(frames(144, ~std::uint32_t{0})).world.bullet_nano, 1'000'000'000);
}

// An input that is too large for a record would not be a game at all.
TEST(VariableGame, ASecondOfTheFastestMachineFitsIntoAnInput) {
    const auto game = sim::erase<VariableGame>();
    EXPECT_LE(sim::canonical_bytes(frames(VariableGame::k_pieces_max, 1)).size(), 1'024U);
    EXPECT_GE(VariableGame::k_pieces_max, 1'000 / 8 + 8);  // frames of 8 ms, and cuts
    EXPECT_EQ(game.info().name, "lab-variable");
}

TEST(VariableGame, AStateThatNoMatchReachesIsNotRestored) {
    auto game = sim::erase<VariableGame>();
    ASSERT_TRUE(game.reset(tandem::Setup{}));
    VariableGame state = stepped(frames(100, 10'000'000));
    EXPECT_TRUE(game.restore(sim::canonical_bytes(state)));
    state.world.velocity_nano = 1'000'000'000'000'000'000;
    EXPECT_FALSE(game.restore(sim::canonical_bytes(state)));
}

TEST(VariableGame, ABotsFramesFillTheSecond) {
    Random random(7);
    const VariableGame::Input input = VariableGame().bot_input(Slot{0}, random);
    EXPECT_EQ(stepped(input).world.bullet_nano, 1'000'000'000);
    EXPECT_GT(input.pieces.size(), 40U);
}

}  // namespace
}  // namespace tandem::test
