// SPDX-License-Identifier: MIT
// States of a recording at any tick, and a simulation that is not believed.
#include <tandem/replay/play/retrace.hpp>

#include <gtest/gtest.h>

#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::retrace;

TEST(Retrace, GivesTheStateAndTheWholeHashesOfEveryTick) {
    const Recorded recorded =
        record<Counter>({.ticks = 45, .options = {.block_ticks = 10, .keyframe_ticks = 20}});
    const auto replay = open_replay(recorded);
    for (std::uint64_t ticks = 0; ticks <= 45; ++ticks) {
        const auto run = retrace(replay, sim::erase<Counter>(), ticks);
        ASSERT_TRUE(run) << run.error().text();
        EXPECT_EQ(run->ticks_done(), ticks);
        EXPECT_EQ(run->simulation().save(), recorded.states[ticks]);
        EXPECT_EQ(run->hashes(), recorded.hashes[ticks]);
    }
}

TEST(Retrace, PlantsAgainWhatWasPlanted) {
    const Recorded recorded = record<Counter>({.ticks = 30,
                                               .plant = sim::Plant{sim::Tick{7}, "totals[1]"},
                                               .options = {.block_ticks = 10}});
    const auto replay = open_replay(recorded);
    const auto run = retrace(replay, sim::erase<Counter>(), 30);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->simulation().save(), recorded.states[30]);
}

TEST(Retrace, EndsWhereTheSimulationLeavesTheRecording) {
    const Recorded recorded = record<HardOfHearing<0>>({.slots = 2, .ticks = 40});
    const auto replay = open_replay(recorded);
    EXPECT_TRUE(retrace(replay, sim::erase<HardOfHearing<1>>(), 20));
    const auto left = retrace(replay, sim::erase<HardOfHearing<1>>(), 21);
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(left.error().text().starts_with("tick 20: the simulation leaves the recording"))
        << left.error().text();
}

TEST(Retrace, TakesAFailedStepForADivergence) {
    const Recorded recorded = record<HalfThrowing<false>>({.slots = 2, .ticks = 20});
    const auto replay = open_replay(recorded);
    const auto left = retrace(replay, sim::erase<HalfThrowing<true>>(), 20);
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(left.error().text().starts_with("tick 12: ")) << left.error().text();
}

TEST(Retrace, StopsWhenItIsTold) {
    const Recorded recorded = record<Counter>({.ticks = 40});
    const auto replay = open_replay(recorded);
    const auto run = retrace(replay, sim::erase<Counter>(), 40,
                             [](std::uint64_t ticks_done) { return ticks_done < 5; });
    ASSERT_TRUE(run);
    EXPECT_EQ(run->ticks_done(), 5U);
}

}  // namespace
}  // namespace tandem::test
