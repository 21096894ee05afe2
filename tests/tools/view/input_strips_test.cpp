// SPDX-License-Identifier: MIT
// Strips say who was busy when, however the recording is read.
#include <tandem/tools/view/input_strips.hpp>

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/game/tick_record.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools {
namespace {

// Player 0 does something else in every tick, player 1 nothing at all, and is gone in the second
// half.
sim::Bytes record_of(const sim::AnySimulation&, std::uint64_t ticks_done) {
    const std::array<sim::Bytes, 2> inputs{
        sim::Bytes{static_cast<std::byte>(ticks_done % 2), std::byte{0}},
        sim::Bytes{std::byte{0}, std::byte{0}}};
    return sim::make_record(ticks_done < 1000 ? 3 : 1, inputs);
}

std::vector<std::uint8_t> levels_of(const replay::Replay& replay, std::uint64_t end_tick,
                                    std::uint64_t step) {
    InputStrips strips(replay, end_tick);
    while (strips.advance(step)) {
    }
    return strips.levels();
}

class InputStripsOf : public testing::Test {
protected:
    InputStripsOf() {
        test::Recording recording;
        recording.ticks = 2000;
        recording.source = record_of;
        replay_ = test::open_replay(test::record<test::Counter>(recording));
    }
    std::optional<replay::Replay> replay_;
};

TEST_F(InputStripsOf, TheBusyTheIdleAndTheAbsent) {
    ASSERT_TRUE(replay_);
    const auto levels = levels_of(*replay_, 2000, 2000);
    ASSERT_EQ(levels.size(), 2 * k_strip_columns);
    for (std::size_t column = 1; column < k_strip_columns; ++column) {
        EXPECT_EQ(levels[column], 255) << column;
        const auto other = column < k_strip_columns / 2 ? 0 : k_strip_absent;
        EXPECT_EQ(levels[k_strip_columns + column], other) << column;
    }
}

TEST_F(InputStripsOf, PartsAreTheSameAsTheWhole) {
    ASSERT_TRUE(replay_);
    EXPECT_EQ(levels_of(*replay_, 2000, 1), levels_of(*replay_, 2000, 2000));
    EXPECT_EQ(levels_of(*replay_, 2000, 77), levels_of(*replay_, 2000, 2000));
}

TEST_F(InputStripsOf, FewerTicksThanColumnsFillThemAll) {
    ASSERT_TRUE(replay_);
    const auto levels = levels_of(*replay_, 10, 3);
    EXPECT_EQ(levels[k_strip_columns - 1], 255);
    EXPECT_EQ(levels[k_strip_columns / 2 + 1], 255);
}

TEST_F(InputStripsOf, NoTicksAtAllEndAtOnce) {
    ASSERT_TRUE(replay_);
    InputStrips strips(*replay_, 0);
    EXPECT_FALSE(strips.advance(100));
}

}  // namespace
}  // namespace tandem::tools
