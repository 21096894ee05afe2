// SPDX-License-Identifier: MIT
// When a block is full, and how much of a file keyframes may be.
#include <gtest/gtest.h>

#include <tandem/sim/assert.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::BlockType;

std::uint64_t count(const sim::Bytes& file, BlockType type) {
    std::uint64_t blocks = 0;
    for (const BlockPlace& block : list_blocks(file)) {
        blocks += block.type == type ? 1U : 0U;
    }
    return blocks;
}

std::uint64_t bytes_of(const sim::Bytes& file, BlockType type) {
    std::uint64_t bytes = 0;
    for (const BlockPlace& block : list_blocks(file)) {
        bytes += block.type == type ? block.bytes : 0;
    }
    return bytes;
}

TEST(Encoder, ASmallStateGetsAKeyframeEveryTenSeconds) {
    const Recorded recorded = record<Counter>({.ticks = 3'000});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->states().size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(replay->states()[i].ticks_done, i * 600);
    }
}

TEST(Encoder, KeyframesStayBelowTheirAllowancePlusTheRest) {
    for (const std::uint64_t allowance_bytes : {0U, 2'000U, 20'000U}) {
        SCOPED_TRACE(allowance_bytes);
        const Recorded recorded = record<Relay>(
            {.ticks = 3'000,
             .options = {.keyframe_ticks = 1, .keyframe_allowance_bytes = allowance_bytes}});
        const auto replay = open_replay(recorded);
        ASSERT_TRUE(replay);
        const std::uint64_t first = list_blocks(recorded.file)[2].bytes;
        const std::uint64_t keyframes = bytes_of(recorded.file, BlockType::keyframe) - first;
        const std::uint64_t others = recorded.file.size() - keyframes;
        EXPECT_LE(keyframes, allowance_bytes + others + first);
        EXPECT_GT(count(recorded.file, BlockType::keyframe), 5U);
    }
}

TEST(Encoder, KeyframesCanBeSwitchedOffButForTheFirst) {
    const Recorded recorded =
        record<Counter>({.ticks = 3'000, .options = {.has_keyframes = false}});
    EXPECT_EQ(count(recorded.file, BlockType::keyframe), 1U);
}

TEST(Encoder, ClosesABlockOfLargeInputsBeforeItIsTooLarge) {
    const Recorded recorded =
        record<WideInput>({.slots = 4, .ticks = 600, .options = {.block_ticks = 60'000}});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->ticks(), 600U);
    EXPECT_GT(replay->blocks().size(), 1U);
    for (const replay::InputBlock& block : replay->blocks()) {
        EXPECT_LE(block.content_bytes, replay::BlockLimits::inputs_bytes_max);
    }
}

TEST(Encoder, HandsOutEveryByteOnce) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    auto simulation = sim::erase<Counter>();
    ASSERT_TRUE(simulation.reset(replay->header().setup));
    replay::Encoder encoder({.block_ticks = 10});
    ASSERT_TRUE(encoder.start({simulation.info(), simulation.setup(), 0, sim::StateHash{},
                               recorded.chains[0], recorded.record_chains[0], recorded.states[0]}));
    sim::Bytes file = encoder.take();
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        encoder.tick({sim::Tick{tick}, recorded.records[tick], sim::StateHash{},
                      recorded.chains[tick + 1], recorded.record_chains[tick + 1]});
        sim::append(file, encoder.take());
        ASSERT_EQ(encoder.bytes_made(), file.size());
        ASSERT_EQ(encoder.ticks(), tick + 1);
    }
    encoder.end(sim::EndReason::tick_limit);
    sim::append(file, encoder.take());
    EXPECT_TRUE(encoder.take().empty());
    EXPECT_EQ(file, recorded.file);
}

TEST(EncoderDeath, ATickOutOfOrderIsTheCallersMistake) {
    const auto skip_a_tick = [] {
        auto simulation = sim::erase<Counter>();
        static_cast<void>(simulation.reset(make_setup(simulation.info(), 1)));
        const sim::Bytes state = simulation.save();
        replay::Encoder encoder({});
        static_cast<void>(encoder.start({simulation.info(), simulation.setup(), 0, sim::StateHash{},
                                         sim::ChainHash{}, sim::ChainHash{}, state}));
        encoder.tick({sim::Tick{1}, {}, sim::StateHash{}, sim::ChainHash{}, sim::ChainHash{}});
    };
    EXPECT_DEATH(skip_a_tick(), "next_tick_");
}

}  // namespace
}  // namespace tandem::test
