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

replay::RunOn run_from(const replay::Replay& replay, sim::Timeline& timeline,
                       const replay::Progress& progress = nullptr) {
    const auto run = run_on(replay, timeline, 50, progress);
    EXPECT_TRUE(run) << (run ? "" : run.error().text());
    return run ? *run : replay::RunOn{};
}

TEST(RunOn, FromARecordedStateComesToTheNextWholeChain) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 40}});
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    const replay::RunOn run = run_from(*replay, timeline);
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
    const replay::RunOn run = run_from(*replay, timeline);
    EXPECT_FALSE(run.agrees);
    EXPECT_FALSE(run.is_confirmed);
    EXPECT_EQ(run.ticks, 1U);
}

TEST(RunOn, ThatIsStoppedIsNoRefutationAndNoProof) {
    const Recorded recorded = record<Counter>({});
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    const replay::RunOn run =
        run_from(*replay, timeline, [](std::uint64_t ticks) { return ticks < 60; });
    EXPECT_TRUE(run.agrees);
    EXPECT_FALSE(run.is_confirmed);
    EXPECT_EQ(run.ticks, 10U);
}

// Damage is no other history.
TEST(RunOn, IntoBytesThatCannotBeReadIsAnError) {
    const Recorded recorded = record<Counter>(
        {.options = {.block_ticks = 10, .epoch_ticks = 50, .has_keyframes = false}});
    sim::Timeline timeline = timeline_at(recorded, 50);
    int damaged = 0;
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form == replay::HeadForm::piece && block.end_tick == 70) {
            const auto replay =
                replay::Replay::parse(flip_bit(recorded.file, block.offset + block.head_bytes, 0),
                                      {.depth = replay::OpenDepth::index});
            ASSERT_TRUE(replay);
            EXPECT_FALSE(run_on(*replay, timeline, 80));
            ++damaged;
        }
    }
    EXPECT_EQ(damaged, 1);
}

TEST(RunOn, InAFileWithoutAnEndIsNotConfirmed) {
    Recording recording{.end = std::nullopt,
                        .options = {.block_ticks = 10, .has_keyframes = false}};
    const Recorded recorded = record<Counter>(recording);
    const auto replay = open_replay(recorded);
    sim::Timeline timeline = timeline_at(recorded, 50);
    const replay::RunOn run = run_from(*replay, timeline);
    EXPECT_TRUE(run.agrees);
    EXPECT_FALSE(run.is_confirmed);
}

}  // namespace
}  // namespace tandem::test
