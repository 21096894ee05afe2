// SPDX-License-Identifier: MIT
// States of each kind of arm become one kind of outcome.
#include <gtest/gtest.h>

#include <tandem/sim/serialize/writer.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/outcome.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

TEST(MatchOutcome, ReadsAWorldInEveryArithmetic) {
    VariableGame game;
    game.world.bullet.value = 1.5;
    game.world.bullet_float.value = 1.25F;
    game.world.bullet_nano = 1'750'000'000;
    game.world.apex.value = 2.21;
    game.world.apex_nano = 2'000'000'000;
    game.world.spring_max.value = 7;
    game.world.tap_frames = 3;
    game.world.held = {sim::Unportable<double>{25}, sim::Unportable<double>{20}};
    const auto outcome = outcome_of(arm_of(ArmId::v_naive), sim::canonical_bytes(game));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->bullet, 1.5);
    EXPECT_EQ(outcome->bullet_float, 1.25);
    EXPECT_EQ(outcome->bullet_integer, 1.75);
    EXPECT_EQ(outcome->apex_integer, 2.0);
    EXPECT_EQ(outcome->spring_max, 7);
    EXPECT_EQ(outcome->held[1], 20);
    EXPECT_TRUE(outcome->is_wall_cleared());
    EXPECT_TRUE(outcome->is_tap_seen());
}

TEST(MatchOutcome, ReadsTheIntegersInUnits) {
    FixedGame game;
    game.car.distance = 1'500;
    game.jump.apex = 2'199'999;
    const auto outcome = outcome_of(arm_of(ArmId::f_int), sim::canonical_bytes(game));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->bullet, 1.5);
    EXPECT_FALSE(outcome->bullet_float);
    EXPECT_FALSE(outcome->is_wall_cleared());
    EXPECT_FALSE(outcome->is_tap_seen());
}

TEST(MatchOutcome, AStateOfAnotherArmIsAnError) {
    const sim::Bytes state = sim::canonical_bytes(FixedGame());
    EXPECT_FALSE(outcome_of(arm_of(ArmId::v_same), state));
    EXPECT_FALSE(outcome_of(arm_of(ArmId::f_float), state));
    EXPECT_FALSE(outcome_of(arm_of(ArmId::f_int), {}));
}

}  // namespace
}  // namespace tandem::test
