// SPDX-License-Identifier: MIT
// A bad tick is all that the simulation makes of it, whether it is the first or one behind a place.
#include <gtest/gtest.h>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(BadTick, HasTheStatesAroundItAndTakesOnlyTheRecordedOne) {
    const Recorded sound = record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20}});
    Recording planted{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    planted.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    const Recorded faulty = record<Counter>(planted);
    const auto replay = open_replay(faulty);
    const auto spare = sim::erase<Counter>();
    const auto bad = replay::find_bad_tick(replay, spare, {sim::Tick{57}, false, ""});
    ASSERT_TRUE(bad) << bad.error().text();
    EXPECT_EQ(bad->tick(), sim::Tick{57});
    EXPECT_EQ(bad->before, sound.states[57]);
    EXPECT_EQ(bad->honest, sound.states[58]);
    EXPECT_EQ(bad->record, sound.records[57]);
    EXPECT_FALSE(bad->gives_the_recorded(sim::StateHash{sim::hash_bytes(bad->honest)}));
    EXPECT_TRUE(bad->gives_the_recorded(sim::StateHash{sim::hash_bytes(faulty.states[58])}));
}

TEST(BadTick, BehindAPlaceIsWhatIsMadeOfItsState) {
    const Recorded sound = record<Counter>({});
    const auto replay = open_replay(sound);
    const auto there = replay::tick_behind(replay, sim::erase<Counter>(),
                                           {30, sound.states[30], sound.hashes[30]});
    ASSERT_TRUE(there) << there.error().text();
    EXPECT_EQ(there->tick(), sim::Tick{30});
    EXPECT_EQ(there->honest, sound.states[31]);
    EXPECT_TRUE(there->gives_the_recorded(sim::StateHash{sim::hash_bytes(there->honest)}));
}

TEST(BadTick, OfTheResetHasNoStateBeforeIt) {
    const auto replay = open_replay(record<OtherStart<0>>({.seed = 6}));
    const auto bad =
        replay::find_bad_tick(replay, sim::erase<OtherStart<1>>(), {sim::Tick{0}, true, ""});
    ASSERT_TRUE(bad) << bad.error().text();
    EXPECT_TRUE(bad->is_reset);
    EXPECT_TRUE(bad->before.empty());
    EXPECT_FALSE(bad->honest.empty());
}

}  // namespace
}  // namespace tandem::test
