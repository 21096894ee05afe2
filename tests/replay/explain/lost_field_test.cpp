// SPDX-License-Identifier: MIT
// A field that went back to its first value is found by its name, in all elements at once.
#include <gtest/gtest.h>

#include <tandem/replay/explain/lost_field.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(LostField, IsTheSameNameForAllElements) {
    EXPECT_EQ(replay::field_of_all("units[17].hp"), "units[].hp");
    EXPECT_EQ(replay::field_of_all("a[1].b[22].c"), "a[].b[].c");
    EXPECT_EQ(replay::field_of_all("ticks"), "ticks");
}

Recorded with_lost_field(const std::string& field) {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.before_tick = [&](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick != 47) {
            return;
        }
        sim::AnySimulation fresh = timeline.simulation().clone();
        ASSERT_TRUE(fresh.reset(timeline.simulation().setup()));
        const sim::Bytes lost = replay::with_field_reset(
            fresh.info().state_schema, timeline.simulation().save(), fresh.save(), field);
        ASSERT_TRUE(timeline.simulation().restore(lost));
    };
    return record<Counter>(recording);
}

TEST(LostField, IsFoundWithItsName) {
    for (const std::string field : {"totals[]", "ticks"}) {
        const auto replay = open_replay(with_lost_field(field));
        const auto found = replay::find_lost_field(*replay, sim::erase<Counter>(), sim::Tick{47});
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, field);
    }
}

TEST(LostField, IsNotFoundWhereABitWasFlipped) {
    const auto replay =
        open_replay(record<Counter>({.plant = sim::Plant{sim::Tick{47}, "totals[1]", 9, false},
                                     .options = {.block_ticks = 10}}));
    const auto found = replay::find_lost_field(*replay, sim::erase<Counter>(), sim::Tick{47});
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found);
}

}  // namespace
}  // namespace tandem::test
