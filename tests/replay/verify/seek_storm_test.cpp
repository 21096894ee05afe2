// SPDX-License-Identifier: MIT
// A seek storm arrives where the straight run was, or says which seek did not.
#include <gtest/gtest.h>

#include <tandem/replay/verify/seek_storm.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

TEST(SeekStorm, ArrivesEverywhereInASoundGame) {
    const auto replay = open_replay(
        record<Relay>({.ticks = 300, .options = {.block_ticks = 20, .keyframe_ticks = 100}}));
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(seed);
        const auto report = replay::seek_storm(replay, sim::erase<Relay>(), {200, seed});
        ASSERT_TRUE(report);
        EXPECT_EQ(report->seeks_checked, 200U);
        EXPECT_FALSE(report->suspicion);
    }
}

TEST(SeekStorm, FindsAFieldThatIsNotSavedAndNamesTheSeek) {
    const auto replay = open_replay(record<Forgetful>({.ticks = 300}));
    const auto report = replay::seek_storm(replay, sim::erase<Forgetful>(), {200, 1});
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->suspicion);
    EXPECT_EQ(report->fields.size(), 1U);
    EXPECT_EQ(report->suspicion->text,
              "seek " + std::to_string(report->seeks_checked + 1) + " of 200 (seed 1), from " +
                  std::to_string(report->suspicion->from_ticks_done) + " to " +
                  std::to_string(report->suspicion->ticks_done) +
                  " ticks done, arrives at another state than the straight run");
}

TEST(SeekStorm, OfOneSeedIsAlwaysTheSame) {
    const auto replay = open_replay(record<Forgetful>({.ticks = 300}));
    const auto a = replay::seek_storm(replay, sim::erase<Forgetful>(), {200, 4});
    const auto b = replay::seek_storm(replay, sim::erase<Forgetful>(), {200, 4});
    ASSERT_TRUE(a && b);
    ASSERT_TRUE(a->suspicion && b->suspicion);
    EXPECT_EQ(a->suspicion->text, b->suspicion->text);
}

TEST(SeekStorm, NeedsTheGameOfTheFile) {
    const auto replay = open_replay(record<Counter>({}));
    EXPECT_EQ(replay::seek_storm(replay, sim::erase<Relay>(), {1, 1}).error().code,
              sim::ErrorCode::no_simulation);
}

TEST(SeekStorm, EndsWhereItsCallerWants) {
    const auto replay = open_replay(record<Counter>({.ticks = 300}));
    const auto report = replay::seek_storm(replay, sim::erase<Counter>(), {200, 1},
                                           [](std::uint64_t) { return false; });
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->is_interrupted);
    EXPECT_EQ(report->seeks_checked, 0U);
}

}  // namespace
}  // namespace tandem::test
