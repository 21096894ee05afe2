// SPDX-License-Identifier: MIT
// When a block is full, and how much of a file keyframes may be.
#include <gtest/gtest.h>
#include <sys/mman.h>

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

TEST(Encoder, ASmallStateGetsAKeyframeWhereEachEpochOf32SecondsBegins) {
    const Recorded recorded = record<Counter>({.ticks = 10'000});
    const auto replay = open_replay(recorded);
    ASSERT_EQ(replay.states().size(), 6U);
    ASSERT_EQ(replay.epochs().size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(replay.states()[i].ticks_done, i * 32 * 60);
        EXPECT_EQ(replay.epochs()[i].first_tick, i * 32 * 60);
    }
}

// Early and late: what an append-only file has spent it cannot take back.
TEST(Encoder, KeyframesStandAtOneDistanceAndKeepToTheirBudget) {
    for (const std::uint64_t budget : {100U, 1'000U}) {
        SCOPED_TRACE(budget);
        const Recorded recorded =
            record<Relay>({.ticks = 6'000,
                           .options = {.keyframe_ticks = 30, .keyframe_bytes_per_second = budget}});
        const auto replay = open_replay(recorded);
        const auto states = replay.states();
        ASSERT_GT(states.size(), 5U);
        std::uint64_t shortest = ~std::uint64_t{0};
        std::uint64_t longest = 0;
        for (std::size_t i = 1; i < states.size(); ++i) {
            const std::uint64_t ticks = states[i].ticks_done - states[i - 1].ticks_done;
            shortest = std::min(shortest, ticks);
            longest = std::max(longest, ticks);
        }
        EXPECT_GE(shortest, 30U);
        EXPECT_LE(longest, 2 * shortest);
        const std::uint64_t first = list_blocks(recorded.file)[3].bytes;
        EXPECT_LE(bytes_of(recorded.file, BlockType::keyframe) - first,
                  (6'000 / replay.header().setup.tick_rate.ticks + 1) * budget);
    }
}

TEST(Encoder, ABudgetOfNothingLeavesTheFirstKeyframe) {
    const Recorded recorded =
        record<Counter>({.ticks = 5'000, .options = {.keyframe_bytes_per_second = 0}});
    EXPECT_EQ(count(recorded.file, BlockType::keyframe), 1U);
}

TEST(Encoder, KeyframesCanBeSwitchedOffButForTheFirst) {
    const Recorded recorded =
        record<Counter>({.ticks = 3'000, .options = {.has_keyframes = false}});
    EXPECT_EQ(count(recorded.file, BlockType::keyframe), 1U);
}

TEST(Encoder, EndsAnEpochOfLargeInputsBeforeItIsTooLarge) {
    const Recorded recorded = record<WideInput>(
        {.slots = 4, .ticks = 600, .options = {.block_ticks = 60'000, .epoch_ticks = 60'000}});
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.ticks(), 600U);
    ASSERT_GT(replay.epochs().size(), 1U);
    std::uint64_t bytes = 0;
    const replay::Epoch& first = replay.epochs()[0];
    for (std::uint64_t tick = first.first_tick; tick < first.end_tick; ++tick) {
        bytes += recorded.records[tick].size();
    }
    EXPECT_LE(bytes, replay::BlockLimits::inputs_bytes_full);
    EXPECT_GT(bytes, replay::BlockLimits::inputs_bytes_full - 10'000);
}

// Nobody's recording ends because of what people would read about it, and what a verdict rests on
// still finds room.
TEST(Encoder, LeavesOutMarksThatAreTooManyAndSaysSoOnce) {
    const auto mark = [](sim::Timeline& timeline, sim::MarkKind kind, std::uint64_t tick) {
        EXPECT_TRUE(timeline.mark({kind, sim::Tick{tick}, 0, 0, std::string(60'000, 'x')}));
    };
    for (const sim::MarkKind kind : {sim::MarkKind::stall, sim::MarkKind::desync}) {
        SCOPED_TRACE(static_cast<int>(kind));
        const bool is_frequent = kind == sim::MarkKind::stall;
        const Recorded recorded = record<Counter>(
            {.plant = sim::Plant{sim::Tick{80}, "totals[0]"},
             .options = {.block_ticks = 10},
             .before_tick = [&](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
                 for (int i = 0; i < 10 && tick < 40; ++i) {
                     mark(timeline, kind, tick);
                 }
             }});
        const auto replay = open_replay(recorded);
        EXPECT_EQ(replay.completeness(), replay::Completeness::complete);
        EXPECT_EQ(replay.ticks(), 100U);
        std::uint64_t bytes = 0;
        std::uint64_t notes = 0;
        bool has_plant = false;
        for (const sim::Mark& one : replay.marks()) {
            bytes += 27 + one.text.size();
            notes += one.kind == sim::MarkKind::note ? 1U : 0U;
            has_plant = has_plant || one.kind == sim::MarkKind::plant;
        }
        EXPECT_LE(bytes, replay::BlockLimits::marks_bytes_max);
        EXPECT_GT(bytes, replay::BlockLimits::marks_bytes_max - (is_frequent ? 1'200'000 : 70'000));
        EXPECT_EQ(notes, 1U);
        EXPECT_TRUE(has_plant);
    }
}

// Addresses of more bytes than a state may have, none of which can be read.
class HugeState {
public:
    HugeState()
        : start_(::mmap(nullptr, k_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                        -1, 0)) {
        EXPECT_NE(start_, MAP_FAILED);
    }
    HugeState(const HugeState&) = delete;
    HugeState& operator=(const HugeState&) = delete;
    ~HugeState() { ::munmap(start_, k_bytes); }
    sim::ByteView view() const { return {static_cast<const std::byte*>(start_), k_bytes}; }

private:
    static constexpr std::size_t k_bytes = std::size_t{replay::BlockLimits::state_bytes_max} + 1;
    void* start_;
};

TEST(Encoder, LeavesOutAStateThatNoFileHoldsAndGoesOn) {
    const HugeState huge;
    for (const auto purpose : {sim::StatePurpose::keyframe, sim::StatePurpose::evidence}) {
        const Recorded recorded = record<Counter>(
            {.options = {.block_ticks = 10, .keyframe_ticks = 30},
             .before_tick = [&](sim::Timeline& timeline, replay::Recorder& recorder,
                                std::uint64_t tick) {
                 if (tick == 20) {
                     EXPECT_TRUE(
                         recorder.on_state({purpose, tick, huge.view(), timeline.hashes()}));
                     // It is not asked for again at every tick.
                     EXPECT_EQ(recorder.wants_keyframe(31), purpose == sim::StatePurpose::evidence);
                 }
             }});
        const auto replay = open_replay(recorded);
        EXPECT_EQ(replay.completeness(), replay::Completeness::complete);
        EXPECT_EQ(replay.ticks(), 100U);
        ASSERT_EQ(replay.marks().size(), 1U);
        EXPECT_EQ(replay.marks()[0].tick, sim::Tick{20});
        EXPECT_NE(replay.marks()[0].text.find("does not fit a replay file"), std::string::npos);
    }
}

TEST(Encoder, RefusesASchemaThatNoFileHolds) {
    sim::SchemaNode root;
    for (int field = 0; field < 6; ++field) {
        sim::SchemaNode node;
        node.kind = sim::FieldKind::enumeration;
        node.width_bytes = 2;
        node.name = "field" + std::to_string(field);
        for (std::int64_t value = 0; value < 4'000; ++value) {
            node.labels.emplace_back(value, std::string(250, 'x'));
        }
        root.children.push_back(std::move(node));
    }
    sim::GameInfo game = sim::GameModel<Counter>::game_info();
    game.state_schema = sim::Schema(root);
    const tandem::Setup setup = make_setup(sim::GameModel<Counter>::game_info(), 1);
    replay::Encoder encoder({});
    const auto started = encoder.start({game, setup, 0, sim::StateHash{}, {}, {}});
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, sim::ErrorCode::usage);
    EXPECT_NE(started.error().message.find("the state schema of counter takes 624"),
              std::string::npos)
        << started.error().message;
    EXPECT_TRUE(encoder.extract().empty());
}

TEST(Encoder, HandsOutEveryByteOnce) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    replay::Encoder encoder = encoder_of(recorded, sim::erase<Counter>());
    sim::Bytes file = encoder.extract();
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        encoder.tick(
            {sim::Tick{tick}, recorded.records[tick], sim::StateHash{}, recorded.hashes[tick + 1]});
        sim::append(file, encoder.extract());
        ASSERT_EQ(encoder.bytes_made(), file.size());
        ASSERT_EQ(encoder.ticks(), tick + 1);
    }
    encoder.end(sim::EndReason::tick_limit);
    sim::append(file, encoder.extract());
    EXPECT_TRUE(encoder.extract().empty());
    EXPECT_EQ(file, recorded.file);
}

TEST(EncoderDeath, ATickOutOfOrderIsTheCallersMistake) {
    const auto skip_a_tick = [] {
        auto simulation = sim::erase<Counter>();
        static_cast<void>(simulation.reset(make_setup(simulation.info(), 1)));
        const sim::Bytes state = simulation.save();
        replay::Encoder encoder({});
        static_cast<void>(
            encoder.start({simulation.info(), simulation.setup(), 0, sim::StateHash{}, {}, state}));
        encoder.tick({sim::Tick{1}, {}, sim::StateHash{}, {}});
    };
    EXPECT_DEATH(skip_a_tick(), "next_tick_");
}

}  // namespace
}  // namespace tandem::test
