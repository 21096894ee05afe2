// SPDX-License-Identifier: MIT
// The hunt finds the planted bit, says what it tried, and stops when it is told to.
#include <gtest/gtest.h>

#include <tandem/replay/explain/bit_hunt.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// A session in which one bit was flipped after tick 57, without a mark.
Recorded with_a_flipped_bit() {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    return record<Counter>(recording);
}

struct Hunted {
    replay::BitHunt hunt;
    std::vector<replay::StateBit> bits;
    std::size_t state_bytes = 0;
};

Hunted hunted(std::uint32_t threads, const replay::Progress& progress = nullptr) {
    const auto replay = open_replay(with_a_flipped_bit());
    const auto spare = sim::erase<Counter>();
    const auto report = replay::verify(replay, spare.clone());
    EXPECT_TRUE(report && report->divergence);
    const auto bad = replay::find_bad_tick(replay, spare, *report->divergence);
    EXPECT_TRUE(bad) << (bad ? "" : bad.error().text());
    const replay::BitSearch search(
        replay, spare, *bad, [&](sim::StateHash state) { return bad->gives_the_recorded(state); });
    replay::LikelyBytes likely(replay, spare, *bad, progress);
    Hunted found;
    found.state_bytes = bad->honest.size();
    found.hunt = replay::hunt_after(
        search, *bad, likely, threads,
        [&](const std::vector<replay::StateBit>& bits) {
            found.bits.insert(found.bits.end(), bits.begin(), bits.end());
            return !found.bits.empty();
        },
        progress);
    return found;
}

TEST(BitHunt, FindsTheBitWithAnyNumberOfThreads) {
    for (const std::uint32_t threads : {0U, 1U, 3U}) {
        const Hunted found = hunted(threads);
        ASSERT_EQ(found.bits.size(), 1U) << threads;
        // Behind `ticks` and the length of `totals` stands the first total.
        EXPECT_EQ(found.bits[0].byte, 8U + 4U + 8U + 13U / 8U);
        EXPECT_EQ(found.bits[0].bit, 13U % 8U);
        EXPECT_EQ(found.hunt.tried, 8 * found.state_bytes);
        EXPECT_EQ(found.hunt.untried, 0U);
    }
}

TEST(BitHunt, ThatIsStoppedTriesNoBit) {
    const Hunted found = hunted(1, [](std::uint64_t) { return false; });
    EXPECT_TRUE(found.bits.empty());
    EXPECT_EQ(found.hunt.tried, 0U);
    EXPECT_EQ(found.hunt.untried, 8 * found.state_bytes);
}

}  // namespace
}  // namespace tandem::test
