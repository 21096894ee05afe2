// SPDX-License-Identifier: MIT
// A tick counts as compared once the file has said enough about it.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/program/session/watched_player.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

// 100 ticks in epochs of 20, with so many bits of the chain at each tick.
replay::Replay recorded(std::uint32_t track_bits) {
    replay::BufferOutput output;
    replay::Recorder recorder(
        output,
        {.block_ticks = 10, .epoch_ticks = 20, .track_bits = track_bits, .has_keyframes = false});
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    EXPECT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        EXPECT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
    }
    EXPECT_TRUE(timeline.end(sim::EndReason::tick_limit));
    return *replay::Replay::parse(output.bytes());
}

TEST(WatchedPlayer, ComparesEveryTickWhereTheTrackIsWide) {
    const replay::Replay file = recorded(16);
    auto player = replay::Player::create(file, sim::erase<Counter>());
    tools::WatchedPlayer watched(*player);
    EXPECT_FALSE(watched.first_compared());
    for (int i = 0; i < 7; ++i) {
        ASSERT_TRUE(watched.step());
    }
    EXPECT_EQ(watched.compared(), 7U);
    EXPECT_TRUE(watched.is_all_compared());
    ASSERT_TRUE(watched.seek(50));
    EXPECT_FALSE(watched.is_all_compared());
    ASSERT_TRUE(watched.step());
    EXPECT_EQ(watched.compared(), 8U);
    EXPECT_EQ(watched.first_compared(), std::uint64_t{0});
}

TEST(WatchedPlayer, ComparesANarrowTrackOnlyUpToWholeChains) {
    for (const std::uint32_t bits : {0U, 8U}) {
        const replay::Replay file = recorded(bits);
        auto player = replay::Player::create(file, sim::erase<Counter>());
        tools::WatchedPlayer watched(*player);
        for (int i = 0; i < 39; ++i) {
            ASSERT_TRUE(watched.step());
        }
        EXPECT_EQ(watched.compared(), 20U);
        EXPECT_FALSE(watched.is_all_compared());
        ASSERT_TRUE(watched.step());
        EXPECT_EQ(watched.compared(), 40U);
        EXPECT_TRUE(watched.is_all_compared());
        // What lies before the jump is not seen to lead to the chain behind it.
        ASSERT_TRUE(watched.step());
        ASSERT_TRUE(watched.seek(50));
        while (!watched.player().at_end()) {
            ASSERT_TRUE(watched.step());
        }
        EXPECT_EQ(watched.compared(), 90U);
        EXPECT_FALSE(watched.is_all_compared());
    }
}

}  // namespace
}  // namespace tandem::test

namespace tandem::tools {
namespace {

TEST(TickSet, HoldsWhatASetOfItsTicksHolds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        TickSet ticks;
        std::set<std::uint64_t> plain;
        EXPECT_FALSE(ticks.first());
        for (int i = 0; i < 60; ++i) {
            const std::uint64_t tick = random.below(std::uint64_t{40});
            ticks.add(tick);
            plain.insert(tick);
            ASSERT_EQ(ticks.size(), plain.size());
            ASSERT_EQ(ticks.first(), *plain.begin());
            const std::uint64_t first = random.below(std::uint64_t{40});
            const std::uint64_t end = first + random.below(std::uint64_t{6});
            bool holds = true;
            for (std::uint64_t each = first; each < end; ++each) {
                holds = holds && plain.count(each) > 0;
            }
            ASSERT_EQ(ticks.holds(first, end), holds) << first << " to " << end;
        }
    }
}

// What a file claims must not decide how much memory is taken.
TEST(TickSet, TakesTicksOfAnyNumber) {
    TickSet ticks;
    ticks.add(~std::uint64_t{0} - 1);
    ticks.add(0);
    EXPECT_EQ(ticks.size(), 2U);
    EXPECT_EQ(ticks.first(), std::uint64_t{0});
    EXPECT_TRUE(ticks.holds(5, 5));
    EXPECT_FALSE(ticks.holds(0, 2));
}

}  // namespace
}  // namespace tandem::tools
