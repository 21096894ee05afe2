// SPDX-License-Identifier: MIT
// The tick at which a session went on from a restored state is found, if that state lacked
// something.
#include <gtest/gtest.h>

#include <tandem/replay/explain/restore_search.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// A session that went on from its own saved state after so many ticks.
template <class Game>
Recorded restored_at(std::uint64_t ticks_done) {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.before_tick = [=](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == ticks_done) {
            ASSERT_TRUE(timeline.simulation().restore(timeline.simulation().save()));
        }
    };
    return record<Game>(recording);
}

template <class Game>
replay::RestoreSearch search(const Recorded& recorded, std::uint64_t tick) {
    const auto replay = open_replay(recorded);
    auto found = replay::find_restore(replay, sim::erase<Game>(), sim::Tick{tick});
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? std::move(found).value() : replay::RestoreSearch{};
}

TEST(RestoreSearch, FindsARestoreWithWhichTheRunIsAsRecorded) {
    using Game = SeldomForgetful<16>;
    const auto found = search<Game>(restored_at<Game>(41), 47);
    EXPECT_TRUE(found.matters);
    EXPECT_EQ(found.restored_at, 41U);
}

TEST(RestoreSearch, DoesNotMatterWhereAllIsSaved) {
    const auto found = search<Counter>(restored_at<Counter>(41), 47);
    EXPECT_FALSE(found.matters);
    EXPECT_EQ(found.ticks_tried, 47U);
    EXPECT_FALSE(found.restored_at);
}

}  // namespace
}  // namespace tandem::test
