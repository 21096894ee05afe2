// SPDX-License-Identifier: MIT
// The list at the end leads to everything with few reads, and is not believed where it cannot be
// right. Damage ends the ticks that can be played, and so do records that do not hold.
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tests/replay/counted_source.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::OpenDepth;
using replay::Replay;

Recorded long_recording() {
    return record<Counter>(
        {.ticks = 20'000,
         .options = {.block_ticks = 10, .epoch_ticks = 100, .keyframe_ticks = 500},
         .before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
             if (tick == 7'777) {
                 EXPECT_TRUE(timeline.mark({sim::MarkKind::note, sim::Tick{tick}, 0, 0, "here"}));
             }
         }});
}

void expect_alike(const Replay& one, const Replay& other) {
    EXPECT_EQ(one.first_tick(), other.first_tick());
    EXPECT_EQ(one.end_tick(), other.end_tick());
    EXPECT_EQ(one.chain(), other.chain());
    EXPECT_EQ(one.end_reason(), other.end_reason());
    EXPECT_EQ(one.completeness(), other.completeness());
    ASSERT_EQ(one.epochs().size(), other.epochs().size());
    for (std::size_t i = 0; i < one.epochs().size(); ++i) {
        EXPECT_EQ(one.epochs()[i].first_tick, other.epochs()[i].first_tick);
        EXPECT_EQ(one.epochs()[i].end_tick, other.epochs()[i].end_tick);
        EXPECT_EQ(one.epochs()[i].offset, other.epochs()[i].offset);
    }
    ASSERT_EQ(one.states().size(), other.states().size());
    for (std::size_t i = 0; i < one.states().size(); ++i) {
        EXPECT_EQ(one.states()[i].ticks_done, other.states()[i].ticks_done);
        EXPECT_EQ(one.states()[i].offset, other.states()[i].offset);
    }
    const auto marks = one.read_marks();
    ASSERT_TRUE(marks);
    ASSERT_EQ(marks->size(), other.read_marks()->size());
}

TEST(Index, LeadsToEverythingWithFewReads) {
    const Recorded recorded = long_recording();
    const auto source = std::make_shared<CountedSource>(recorded.file);
    const auto quick = Replay::parse(source, {.depth = OpenDepth::index});
    ASSERT_TRUE(quick);
    EXPECT_LE(source->reads(), 4U);
    const auto whole = open_replay(recorded);
    expect_alike(*quick, whole);
    replay::Cursor cursor(*quick);
    const std::uint64_t before = source->reads();
    const auto record = cursor.record(sim::Tick{12'345});
    ASSERT_TRUE(record);
    EXPECT_EQ(sim::Bytes(record->begin(), record->end()), recorded.records[12'345]);
    const auto chain = cursor.chain(15'000);
    ASSERT_TRUE(chain);
    EXPECT_EQ(chain->whole, recorded.hashes[15'000].chain);
    EXPECT_LE(source->reads() - before, 4U);
}

TEST(Index, IsReplacedByHeadsWhereTheFileHasNoEnd) {
    const Recorded recorded = long_recording();
    const sim::Bytes cut = cut_at(recorded.file, list_blocks(recorded.file).back().offset);
    const auto quick = Replay::parse(cut, {.depth = OpenDepth::index});
    ASSERT_TRUE(quick);
    EXPECT_EQ(quick->ticks(), 20'000U);
    EXPECT_EQ(quick->completeness(), replay::Completeness::cut);
    expect_alike(*quick, open_replay(cut));
}

TEST(Index, IsNotBelievedWhereTheEndIsDamaged) {
    const Recorded recorded = long_recording();
    const BlockPlace end = list_blocks(recorded.file).back();
    for (const std::size_t byte : {end.offset + 60, recorded.file.size() - 5}) {
        const auto quick =
            Replay::parse(flip_bit(recorded.file, byte, 1), {.depth = OpenDepth::index});
        ASSERT_TRUE(quick);
        EXPECT_EQ(quick->ticks(), 20'000U);
    }
}

// Checksums that fit do not make a lie true: the blocks say themselves what they are.
TEST(Index, ThatLiesIsFoundWhenItIsFollowed) {
    const Recorded recorded = long_recording();
    const BlockPlace end = list_blocks(recorded.file).back();
    for (std::size_t byte = end.offset + 52 + 13; byte < recorded.file.size() - 8; byte += 31) {
        sim::Bytes file = recorded.file;
        file[byte] ^= std::byte{3};
        reseal(file, end.offset);
        const auto quick = Replay::parse(file, {.depth = OpenDepth::index});
        ASSERT_TRUE(quick);
        replay::Cursor cursor(*quick);
        for (std::uint64_t tick = 0; tick < quick->end_tick(); tick += 777) {
            const auto record = cursor.record(sim::Tick{tick});
            if (record && tick < recorded.records.size()) {
                ASSERT_EQ(sim::Bytes(record->begin(), record->end()), recorded.records[tick]);
            }
        }
        EXPECT_EQ(open_replay(file).completeness(), replay::Completeness::damaged);
    }
}

// The end alone says how long the last epoch is. To believe it means to work for each of its ticks.
TEST(Index, ThatClaimsTicksWithoutEndIsNotBelieved) {
    const Recorded recorded = record<Counter>({.options = {.track_bits = 0}});
    const BlockPlace end = list_blocks(recorded.file).back();
    for (const std::uint64_t ticks : {std::uint64_t{65'537}, std::uint64_t{1} << 40}) {
        sim::Bytes file = recorded.file;
        sim::store_le(ticks, file.data() + end.offset + k_first_tick_at);
        sim::store_le(ticks, file.data() + end.offset + replay::k_block_header_bytes + 1);
        reseal(file, end.offset);
        const auto quick = Replay::parse(file, {.depth = OpenDepth::index});
        ASSERT_TRUE(quick);
        EXPECT_EQ(quick->ticks(), 100U);
        EXPECT_FALSE(quick->flaws().empty());
    }
}

// A piece is not joined to the tick before the gap only because no more flaws are listed.
TEST(Stretches, EndAtEveryFlawHoweverManyThereAre) {
    constexpr std::uint64_t k_epochs = 1'200;
    const Recorded recorded = record<Counter>({.ticks = 4 * k_epochs,
                                               .options = {.block_ticks = 1,
                                                           .epoch_ticks = 4,
                                                           .keyframe_ticks = 4,
                                                           .keyframe_bytes_per_second = 1U << 20}});
    sim::Bytes file = recorded.file;
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form == replay::HeadForm::piece && block.end_tick % 4 == 3) {
            file = flip_bit(std::move(file), block.offset + block.head_bytes, 0);
        }
    }
    const auto replay = open_replay(file);
    EXPECT_EQ(replay.flaws().size(), 1'000U);
    ASSERT_EQ(replay.stretches().size(), k_epochs);
    for (std::uint64_t i = 0; i < k_epochs; ++i) {
        ASSERT_EQ(replay.stretches()[i].first_tick, 4 * i);
        ASSERT_EQ(replay.stretches()[i].end_tick, 4 * i + 2);
    }
}

TEST(Stretches, EndBeforeTheSessionWhereItsLastTicksAreLost) {
    const Recorded recorded = record<Counter>(
        {.ticks = 40, .options = {.block_ticks = 8, .epoch_ticks = 16, .keyframe_ticks = 16}});
    EXPECT_EQ(open_replay(recorded).session_end_tick(), 40U);
    const auto blocks = list_blocks(recorded.file);
    EXPECT_FALSE(open_replay(cut_at(recorded.file, blocks.back().offset)).session_end_tick());
    for (const BlockPlace& block : blocks) {
        if (block.form == replay::HeadForm::epoch && block.end_tick == 40) {
            const auto replay =
                open_replay(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
            EXPECT_LT(replay.end_tick(), 40U);
            EXPECT_EQ(replay.session_end_tick(), 40U);
        }
    }
}

TEST(Flaws, ListThePiecesBehindADamagedOneOnce) {
    const Recorded recorded =
        record<Counter>({.ticks = 90, .options = {.block_ticks = 1, .epoch_ticks = 30}});
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.type == replay::BlockType::inputs && block.end_tick % 30 == 5) {
            const auto replay =
                open_replay(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
            EXPECT_EQ(replay.flaws().size(), 2U);
        }
    }
}

TEST(Records, ThatDoNotHashToWhatTheFileStatesEndWhatCanBeRead) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 20}});
    replay::Encoder encoder = encoder_of(recorded, sim::erase<Counter>());
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        sim::Bytes record = recorded.records[tick];
        record.back() ^= std::byte{tick == 41};  // its running hashes stay those of the session
        encoder.tick({sim::Tick{tick}, record, sim::StateHash{}, recorded.hashes[tick + 1]});
    }
    encoder.end(sim::EndReason::tick_limit);
    const sim::Bytes file = encoder.extract();
    EXPECT_EQ(open_replay(file).completeness(), replay::Completeness::complete);
    const auto checked = Replay::parse(file, {.depth = OpenDepth::records});
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->completeness(), replay::Completeness::damaged);
    EXPECT_LT(checked->ticks(), 100U);
    EXPECT_NE(checked->flaw()->message.find("do not hash"), std::string::npos);
}

// Every 20 ticks an epoch begins with a keyframe, which states the hash.
TEST(Records, ThatDoNotHoldCostTheTicksUpToTheNextKeyframe) {
    const Recorded recorded = record<Counter>({.ticks = 120, .options = {.block_ticks = 10}});
    replay::Encoder encoder = encoder_of(recorded, sim::erase<Counter>());
    for (std::uint64_t tick = 0; tick < 120; ++tick) {
        sim::Bytes record = recorded.records[tick];
        record.back() ^= std::byte{tick == 41 || tick == 95};
        encoder.tick({sim::Tick{tick}, record, sim::StateHash{}, recorded.hashes[tick + 1]});
        if (const std::uint64_t done = tick + 1; done % 20 == 0) {
            encoder.end_epoch();
            encoder.state(
                {sim::StatePurpose::keyframe, done, recorded.states[done], recorded.hashes[done]});
        }
    }
    encoder.end(sim::EndReason::tick_limit);
    const sim::Bytes file = encoder.extract();
    ASSERT_EQ(open_replay(file).stretches().size(), 1U);
    const auto checked = Replay::parse(file, {.depth = OpenDepth::records});
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->flaws().size(), 2U);
    ASSERT_EQ(checked->stretches().size(), 3U);
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{
        {0, 40}, {60, 80}, {100, 120}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(checked->stretches()[i].first_tick, expected[i].first);
        EXPECT_EQ(checked->stretches()[i].end_tick, expected[i].second);
        const Replay part = checked->at_stretch(i);
        for (std::uint64_t tick = part.first_tick(); tick < part.end_tick(); ++tick) {
            EXPECT_EQ(record_of(part, tick), recorded.records[tick]) << tick;
        }
    }
}

}  // namespace
}  // namespace tandem::test
