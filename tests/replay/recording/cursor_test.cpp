// SPDX-License-Identifier: MIT
// Cursors give what was recorded in whatever order they are asked, and do not disturb each other.
#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include <tandem/replay/recording/cursor.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Cursor;
using replay::RecordedChain;

void expect_every_tick(const replay::Replay& replay, const Recorded& recorded,
                       std::uint64_t stride) {
    Cursor cursor(replay);
    for (std::uint64_t i = 0; i < replay.ticks(); ++i) {
        const std::uint64_t tick = i * stride % replay.ticks();
        const auto record = cursor.record(sim::Tick{tick});
        ASSERT_TRUE(record) << record.error().text();
        ASSERT_EQ(sim::Bytes(record->begin(), record->end()), recorded.records[tick]) << tick;
        const auto chain = cursor.chain(tick + 1);
        ASSERT_TRUE(chain) << chain.error().text();
        ASSERT_TRUE(chain->agrees(recorded.hashes[tick + 1].chain)) << tick;
    }
}

TEST(Cursor, GivesEveryTickInAnyOrder) {
    const Recorded recorded = record<Counter>({.ticks = 101, .options = {.block_ticks = 9}});
    const auto replay = open_replay(recorded);
    for (const std::uint64_t stride : {1U, 100U, 17U}) {  // forward, backward, about
        expect_every_tick(replay, recorded, stride);
    }
}

TEST(Cursor, OfEachThreadReadsTheSameReplay) {
    const Recorded recorded = record<Counter>({.ticks = 300, .options = {.block_ticks = 9}});
    const auto replay = open_replay(recorded);
    std::vector<std::thread> threads;
    for (const std::uint64_t stride : {1U, 299U, 7U}) {
        threads.emplace_back([&, stride] { expect_every_tick(replay, recorded, stride); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

// Checksums that fit hide a changed byte until the piece is decoded.
TEST(Cursor, StaysAtAnErrorUntilItReadsAnotherEpoch) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 50}});
    const auto blocks = list_blocks(recorded.file);
    const auto piece = std::find_if(blocks.begin(), blocks.end(), [](const BlockPlace& block) {
        return block.form == replay::HeadForm::piece && block.end_tick == 30;
    });
    ASSERT_NE(piece, blocks.end());
    std::size_t failed = 0;
    for (std::size_t byte = piece->head_bytes; byte < piece->bytes; ++byte) {
        SCOPED_TRACE(byte);
        sim::Bytes file = flip_bit(recorded.file, piece->offset + byte, 3);
        reseal(file, piece->offset);
        const auto replay = open_replay(file);
        Cursor cursor(replay);
        const auto first = cursor.record(sim::Tick{29});
        if (first) {
            continue;  // the changed byte gives other records, which decode
        }
        ++failed;
        for (const std::uint64_t tick : {29U, 20U, 45U, 29U, 70U, 21U, 20U}) {
            const auto again = cursor.record(sim::Tick{tick});
            ASSERT_EQ(bool(again), tick == 70) << tick;
            EXPECT_TRUE(again || again.error().text() == first.error().text());
        }
        for (const std::uint64_t tick : {19U, 0U}) {  // before the error
            const auto record = cursor.record(sim::Tick{tick});
            ASSERT_TRUE(record);
            EXPECT_EQ(sim::Bytes(record->begin(), record->end()), recorded.records[tick]);
        }
    }
    EXPECT_GT(failed, 5U);
}

// The file changes behind the reader's back.
TEST(Cursor, DoesNotPassOverAPieceThatFailedOnce) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 50}});
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form != replay::HeadForm::piece || block.end_tick != 30) {
            continue;
        }
        const auto quick =
            replay::Replay::parse(flip_bit(recorded.file, block.offset + block.head_bytes, 0),
                                  {.depth = replay::OpenDepth::index});
        ASSERT_TRUE(quick);
        Cursor cursor(*quick);
        for (int i = 0; i < 3; ++i) {
            EXPECT_FALSE(cursor.record(sim::Tick{25}));
            EXPECT_FALSE(cursor.chain(26));
            EXPECT_TRUE(cursor.record(sim::Tick{15}));
        }
    }
}

TEST(RecordedChain, AgreesAsFarAsItKnows) {
    const sim::ChainHash chain{0x1122334455667788};
    EXPECT_TRUE((RecordedChain{chain, chain.value, 64}.agrees(chain)));
    EXPECT_FALSE((RecordedChain{sim::ChainHash{0x1122334455667789}, 0, 64}.agrees(chain)));
    EXPECT_TRUE((RecordedChain{std::nullopt, 0x7788, 16}.agrees(chain)));
    EXPECT_FALSE((RecordedChain{std::nullopt, 0x7789, 16}.agrees(chain)));
    EXPECT_TRUE((RecordedChain{std::nullopt, 0x88, 8}.agrees(chain)));
    EXPECT_TRUE((RecordedChain{}.agrees(chain)));  // it knows nothing
}

}  // namespace
}  // namespace tandem::test
