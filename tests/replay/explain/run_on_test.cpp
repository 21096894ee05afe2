// SPDX-License-Identifier: MIT
// Only a run that comes to a whole chain of the file is confirmed.
#include <gtest/gtest.h>

#include <tandem/replay/explain/run_on.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// A timeline at this place of the recording.
sim::Timeline timeline_at(const Recorded& recorded, std::uint64_t ticks_done) {
    const auto replay = open_replay(recorded);
    sim::Timeline timeline(sim::erase<Counter>());
    EXPECT_TRUE(timeline.start(replay->header().setup));
    EXPECT_TRUE(
        timeline.jump(ticks_done, recorded.states[ticks_done], recorded.hashes[ticks_done]));
    return timeline;
}

TEST(RunOn, FromARecordedStateComesToTheNextWholeChain) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 40}});
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    const replay::RunOn run = run_on(*replay, timeline, 50);
    EXPECT_TRUE(run.agrees && run.is_confirmed);
    EXPECT_EQ(run.ticks, 30U) << "to the keyframe after 80 ticks";
}

TEST(RunOn, FromAnotherStateDoesNotAgree) {
    const Recorded recorded = record<Counter>({});
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    sim::Bytes state = recorded.states[50];
    state.back() ^= std::byte{1};
    ASSERT_TRUE(timeline.jump(50, state, recorded.hashes[50]));
    const replay::RunOn run = run_on(*replay, timeline, 50);
    EXPECT_FALSE(run.agrees);
    EXPECT_FALSE(run.is_confirmed);
    EXPECT_EQ(run.ticks, 1U);
}

TEST(RunOn, InAFileWithoutAnEndIsNotConfirmed) {
    Recording recording{.end = std::nullopt,
                        .options = {.block_ticks = 10, .has_keyframes = false}};
    const Recorded recorded = record<Counter>(recording);
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    const replay::RunOn run = run_on(*replay, timeline, 50);
    EXPECT_TRUE(run.agrees);
    EXPECT_FALSE(run.is_confirmed);
}

}  // namespace
}  // namespace tandem::test
