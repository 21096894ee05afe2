// SPDX-License-Identifier: MIT
// Cursors give what was recorded in whatever order they are asked, and do not disturb each other.
#include <thread>

#include <gtest/gtest.h>

#include <tandem/replay/cursor.hpp>
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
        expect_every_tick(*replay, recorded, stride);
    }
}

TEST(Cursor, OfEachThreadReadsTheSameReplay) {
    const Recorded recorded = record<Counter>({.ticks = 300, .options = {.block_ticks = 9}});
    const auto replay = open_replay(recorded);
    std::vector<std::thread> threads;
    for (const std::uint64_t stride : {1U, 299U, 7U}) {
        threads.emplace_back([&, stride] { expect_every_tick(*replay, recorded, stride); });
    }
    for (std::thread& thread : threads) {
        thread.join();
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
