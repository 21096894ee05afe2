// SPDX-License-Identifier: MIT
// Entering a recording at its start and at keyframes, and what is refused there.
#include <gtest/gtest.h>

#include <tandem/replay/entry.hpp>
#include <tandem/sim/text.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

class Entry : public testing::Test {
protected:
    Entry() : timeline_(sim::erase<Counter>()) {
        file_ = recorded_.file;
        for (const std::uint64_t ticks_done : {40U, 60U}) {
            file_ = with_unusable_keyframe(std::move(file_), ticks_done);
        }
        replay_ = open_replay(file_);
        EXPECT_TRUE(replay::start_as_recorded(*replay_, timeline_));
    }
    // After how many ticks the timeline then is.
    std::uint64_t jump(std::uint64_t after, std::uint64_t before) {
        const std::uint64_t here = timeline_.ticks_done();
        const bool has_jumped = replay::jump_to_keyframe(*replay_, timeline_, after, before);
        EXPECT_EQ(has_jumped, timeline_.ticks_done() != here);
        EXPECT_EQ(timeline_.simulation().save(), recorded_.states[timeline_.ticks_done()]);
        EXPECT_EQ(timeline_.chain(), recorded_.hashes[timeline_.ticks_done()].chain);
        return timeline_.ticks_done();
    }

    const Recorded recorded_ =
        record<Counter>({.options = {.epoch_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    sim::Bytes file_;
    std::optional<replay::Replay> replay_;
    sim::Timeline timeline_;
};

TEST_F(Entry, IsTheLatestKeyframeBetweenTheBoundsThatCanBeUsed) {
    EXPECT_EQ(jump(0, 20), 0U);  // neither bound belongs to what is between them
    EXPECT_EQ(jump(0, 21), 20U);
    EXPECT_EQ(jump(20, 80), 20U);  // 40 and 60 cannot be used
    EXPECT_EQ(jump(20, 81), 80U);
    EXPECT_EQ(jump(0, 80), 20U);
}

TEST_F(Entry, ContradictionsNameWhatIsRecordedAndWhatIsSimulated) {
    replay::Cursor cursor(*replay_);
    EXPECT_TRUE(replay::check_chain(cursor, 10, recorded_.hashes[10].chain));
    EXPECT_TRUE(replay::check_chain(cursor, 13, recorded_.hashes[13].chain));
    const sim::ChainHash other{recorded_.hashes[10].chain.value ^ std::uint64_t{1} << 63};
    const auto whole = replay::check_chain(cursor, 10, other);
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(whole.error().text().starts_with("recorded chain ")) << whole.error().text();
    const auto low = replay::check_chain(cursor, 13, recorded_.hashes[14].chain);
    ASSERT_FALSE(low);
    EXPECT_TRUE(low.error().text().starts_with("recorded chain ends in ")) << low.error().text();
}

TEST(EntryOfANarrowTrack, SaysSinceWhenTheStatesMayDiffer) {
    for (const std::uint32_t bits : {0U, 8U, 16U}) {
        const Recorded recorded =
            record<Counter>({.options = {.epoch_ticks = 20, .track_bits = bits}});
        const auto replay = open_replay(recorded);
        ASSERT_TRUE(replay);
        replay::Cursor cursor(*replay);
        const sim::ChainHash other{~recorded.hashes[40].chain.value};
        const auto told = replay::check_chain(cursor, 40, other);
        ASSERT_FALSE(told);
        const std::string since = "; the file has " + std::to_string(bits) +
                                  " bits of the chain at a tick, so the states may differ from "
                                  "tick 20 on";
        EXPECT_EQ(told.error().text().ends_with(since), bits < 16) << told.error().text();
    }
}

TEST(EntryOfANarrowTrack, ShowsAsManyDigitsAsItHas) {
    for (const std::uint32_t bits : {8U, 16U}) {
        const Recorded recorded = record<Counter>({.options = {.track_bits = bits}});
        const auto replay = open_replay(recorded);
        ASSERT_TRUE(replay);
        replay::Cursor cursor(*replay);
        const sim::ChainHash other{~recorded.hashes[41].chain.value};
        const auto told = replay::check_chain(cursor, 41, other);
        ASSERT_FALSE(told);
        const auto end_of = [&](sim::ChainHash chain) {
            return sim::hex64(chain.value).substr(16 - bits / 4);
        };
        EXPECT_TRUE(told.error().text().starts_with(
            "recorded chain ends in " + end_of(recorded.hashes[41].chain) + ", simulated in " +
            end_of(other) + (bits < 16 ? "; " : "")))
            << told.error().text();
    }
}

TEST(EntryOfALaterFile, NeedsItsFirstKeyframe) {
    const Recorded whole = record<Counter>({.ticks = 50});
    const sim::Bytes file = continued(whole, sim::erase<Counter>(), 20);
    sim::Timeline timeline(sim::erase<Counter>());
    ASSERT_TRUE(replay::start_as_recorded(*open_replay(file), timeline));
    EXPECT_EQ(timeline.ticks_done(), 20U);
    EXPECT_EQ(timeline.chain(), whole.hashes[20].chain);
    const auto without = open_replay(cut_at(file, list_blocks(file)[2].offset));
    const auto started = replay::start_as_recorded(*without, timeline);
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().message.find("keyframe it should begin with is missing"),
              std::string::npos);
}

}  // namespace
}  // namespace tandem::test
