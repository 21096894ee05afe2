// SPDX-License-Identifier: MIT
// Random play is what its generator says and nothing else.
#include <tandem/tools/check/random_play.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
sim::AnySimulation begun() {
    sim::AnySimulation simulation = sim::erase<Game>();
    Setup setup;
    setup.slots = 2;
    EXPECT_TRUE(simulation.reset(setup));
    return simulation;
}

TEST(RandomPlay, IsTheSameForTheSameGenerator) {
    sim::AnySimulation one = begun<test::Counter>();
    sim::AnySimulation same = begun<test::Counter>();
    sim::AnySimulation other = begun<test::Counter>();
    play_something_else(one, Random(4));
    play_something_else(same, Random(4));
    play_something_else(other, Random(5));
    EXPECT_EQ(one.state_hash(), same.state_hash());
    EXPECT_NE(one.state_hash(), other.state_hash());
    EXPECT_EQ(random_record(one, Random(1)), random_record(other, Random(1)));
}

TEST(RandomPlay, EndsWhereTheGameCannotGoOn) {
    sim::AnySimulation simulation = begun<test::Throwing>();
    play_something_else(simulation, Random(4), 100);
    EXPECT_FALSE(simulation.step(random_record(simulation, Random(1))));
}

}  // namespace
}  // namespace tandem::tools::check
