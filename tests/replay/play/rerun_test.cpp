// SPDX-License-Identifier: MIT
// A re-run is evidence only where it gives what the file says.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

template <class Game>
replay::Rerun rerun(const Recorded& recorded, std::uint64_t first, std::uint64_t last) {
    const auto replay = open_replay(recorded);
    auto run = replay::rerun(*replay, sim::erase<Game>(), first, last);
    EXPECT_TRUE(run) << (run ? "" : run.error().text());
    return run ? std::move(run).value() : replay::Rerun{};
}

TEST(Rerun, GivesChainsAndStateOfASoundFile) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20}});
    for (const std::uint64_t first : {0U, 5U, 20U, 39U, 99U}) {
        const std::uint64_t last = std::min<std::uint64_t>(first + 7, 100);
        const replay::Rerun run = rerun<Counter>(recorded, first, last);
        ASSERT_TRUE(run.matches);
        EXPECT_EQ(run.state, recorded.states[last]);
        ASSERT_EQ(run.chains.size(), last - first);
        ASSERT_EQ(run.states.size(), run.chains.size());
        for (std::uint64_t i = 0; i < run.chains.size(); ++i) {
            EXPECT_EQ(run.chains[i], recorded.hashes[first + 1 + i].chain);
            EXPECT_EQ(run.states[i].value, sim::hash_bytes(recorded.states[first + 1 + i]));
        }
    }
}

TEST(Rerun, KeepsTheFirstStatesWithinTheBytesAskedFor) {
    const Recorded recorded = record<Counter>({});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    const std::uint64_t state_bytes = recorded.states[0].size();
    for (const std::uint64_t bytes_max :
         {std::uint64_t{0}, state_bytes - 1, 3 * state_bytes + 1, 1000 * state_bytes}) {
        const auto run = replay::rerun(*replay, sim::erase<Counter>(), 20, 30, bytes_max);
        ASSERT_TRUE(run);
        ASSERT_EQ(run->kept.size(), std::min<std::uint64_t>(bytes_max / state_bytes, 10));
        for (std::size_t i = 0; i < run->kept.size(); ++i) {
            EXPECT_EQ(run->kept[i], recorded.states[21 + i]);
        }
    }
}

TEST(Rerun, PlantsTheFaultsThatTheFileTells) {
    const Recorded recorded = record<Counter>({.plant = sim::Plant{sim::Tick{33}, "totals[0]"}});
    const replay::Rerun run = rerun<Counter>(recorded, 30, 40);
    ASSERT_TRUE(run.matches);
    EXPECT_EQ(run.state, recorded.states[40]);
}

TEST(Rerun, DoesNotMatchWhereTheMachineGoesAnotherWay) {
    const Recorded recorded = record<Forked<0>>({});
    EXPECT_TRUE(rerun<Forked<0>>(recorded, 45, 55).matches);
    EXPECT_FALSE(rerun<Forked<1>>(recorded, 45, 55).matches);
    EXPECT_FALSE(rerun<OtherStart<1>>(record<OtherStart<0>>({}), 45, 55).matches);
}

TEST(Rerun, DoesNotMatchWhereTheStepFailsOnlyHere) {
    const Recorded recorded = record<HalfThrowing<false>>({});
    EXPECT_FALSE(rerun<HalfThrowing<true>>(recorded, 0, 5).matches);
}

TEST(Rerun, PassesOverAKeyframeThatCannotBeUsed) {
    Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    recorded.file = with_unusable_keyframe(recorded.file, 40);
    const replay::Rerun run = rerun<Counter>(recorded, 45, 55);
    ASSERT_TRUE(run.matches);
    EXPECT_EQ(run.state, recorded.states[55]);
}

TEST(Rerun, OfAnotherGameIsAnError) {
    const auto replay = open_replay(record<Counter>({}));
    ASSERT_TRUE(replay);
    EXPECT_FALSE(replay::rerun(*replay, sim::erase<Forked<0>>(), 0, 5));
}

// A narrow track tells only at the next whole chain whether a simulation is the recorded one.
TEST(ConfirmChain, AsksTheNextWholeChain) {
    for (const std::uint32_t bits : {0U, 8U, 16U}) {
        const Recorded recorded = record<Counter>(
            {.plant = sim::Plant{sim::Tick{33}, "totals[0]"},
             .options = {.block_ticks = 10, .epoch_ticks = 20, .track_bits = bits}});
        const auto replay = open_replay(recorded);
        ASSERT_TRUE(replay);
        for (const std::uint64_t ticks : {0U, 20U, 30U, 34U, 39U, 100U}) {
            const sim::ChainHash chain = recorded.hashes[ticks].chain;
            const auto confirmed =
                replay::confirm_chain(*replay, sim::erase<Counter>(), ticks, chain);
            ASSERT_TRUE(confirmed) << confirmed.error().text();
            EXPECT_TRUE(*confirmed);
            // Another chain, whose low bits are those of the file.
            const auto other =
                replay::confirm_chain(*replay, sim::erase<Counter>(), ticks,
                                      sim::ChainHash{chain.value ^ (std::uint64_t{1} << 40)});
            if (bits < 16 || ticks % 20 == 0) {
                ASSERT_FALSE(other) << bits << " bits, " << ticks;
                EXPECT_EQ(other.error().code, sim::ErrorCode::divergence);
            }
        }
    }
}

TEST(ConfirmChain, SaysSoWhereTheFileStatesTooLittle) {
    const Recorded recorded = record<Counter>(
        {.end = std::nullopt, .options = {.block_ticks = 10, .epoch_ticks = 20, .track_bits = 0}});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    const auto confirmed = replay::confirm_chain(*replay, sim::erase<Counter>(), replay->end_tick(),
                                                 recorded.hashes[replay->end_tick()].chain);
    ASSERT_TRUE(confirmed);
    EXPECT_FALSE(*confirmed);
}

}  // namespace

namespace {

using replay::retrace;

TEST(Retrace, GivesTheStateAndTheWholeHashesOfEveryTick) {
    const Recorded recorded =
        record<Counter>({.ticks = 45, .options = {.block_ticks = 10, .keyframe_ticks = 20}});
    const auto replay = open_replay(recorded);
    for (std::uint64_t ticks = 0; ticks <= 45; ++ticks) {
        const auto run = retrace(*replay, sim::erase<Counter>(), ticks);
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
    const auto run = retrace(*replay, sim::erase<Counter>(), 30);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->simulation().save(), recorded.states[30]);
}

TEST(Retrace, EndsWhereTheSimulationLeavesTheRecording) {
    const Recorded recorded = record<HardOfHearing<0>>({.slots = 2, .ticks = 40});
    const auto replay = open_replay(recorded);
    EXPECT_TRUE(retrace(*replay, sim::erase<HardOfHearing<1>>(), 20));
    const auto left = retrace(*replay, sim::erase<HardOfHearing<1>>(), 21);
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(left.error().text().starts_with("tick 20: the simulation leaves the recording"))
        << left.error().text();
}

TEST(Retrace, TakesAFailedStepForADivergence) {
    const Recorded recorded = record<HalfThrowing<false>>({.slots = 2, .ticks = 20});
    const auto replay = open_replay(recorded);
    const auto left = retrace(*replay, sim::erase<HalfThrowing<true>>(), 20);
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(left.error().text().starts_with("tick 12: ")) << left.error().text();
}

TEST(Retrace, StopsWhenItIsTold) {
    const Recorded recorded = record<Counter>({.ticks = 40});
    const auto replay = open_replay(recorded);
    const auto run = retrace(*replay, sim::erase<Counter>(), 40,
                             [](std::uint64_t ticks_done) { return ticks_done < 5; });
    ASSERT_TRUE(run);
    EXPECT_EQ(run->ticks_done(), 5U);
}

}  // namespace
}  // namespace tandem::test
