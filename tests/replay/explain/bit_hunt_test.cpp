// SPDX-License-Identifier: MIT
// The hunt finds the planted bit, says what it tried, and stops when it is told to.
#include <gtest/gtest.h>

#include <tandem/replay/explain/bit_hunt.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::BitHunt;

// A session in which one bit was flipped after tick 57, without a mark.
Recorded with_a_flipped_bit() {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    return record<Counter>(recording);
}

BitHunt hunted(const Recorded& recorded, std::uint32_t threads,
               const replay::Progress& progress = nullptr) {
    const auto replay = open_replay(recorded);
    const auto spare = sim::erase<Counter>();
    const auto report = replay::verify(*replay, spare.clone());
    EXPECT_TRUE(report && report->divergence);
    auto hunt = replay::hunt_bits(*replay, spare, *report->divergence, threads, progress);
    EXPECT_TRUE(hunt) << (hunt ? "" : hunt.error().text());
    return hunt ? std::move(hunt).value() : BitHunt{};
}

TEST(BitHunt, FindsTheBitWithAnyNumberOfThreads) {
    const Recorded recorded = with_a_flipped_bit();
    for (const std::uint32_t threads : {0U, 1U, 3U}) {
        const BitHunt hunt = hunted(recorded, threads);
        ASSERT_EQ(hunt.bits.size(), 1U) << threads;
        EXPECT_EQ(hunt.bits[0].path, "totals[1]");
        EXPECT_EQ(hunt.bits[0].bit, 13U);
        EXPECT_TRUE(hunt.are_confirmed());
        EXPECT_FALSE(hunt.behind.parts);
        EXPECT_EQ(hunt.behind.ticks, recorded.records.size() - 58);
        EXPECT_EQ(hunt.state_bytes, recorded.states[58].size());
        EXPECT_EQ(hunt.tried, 8 * hunt.state_bytes);
        EXPECT_EQ(hunt.untried, 8 * hunt.state_bytes) << "those before the step need not be tried";
    }
}

TEST(BitHunt, ThatIsStoppedTriesNoBit) {
    const BitHunt hunt = hunted(with_a_flipped_bit(), 1, [](std::uint64_t) { return false; });
    EXPECT_TRUE(hunt.bits.empty());
    EXPECT_EQ(hunt.behind.ticks, 0U);
}

}  // namespace
}  // namespace tandem::test
