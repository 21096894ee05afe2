// SPDX-License-Identifier: MIT
// What a session was is what its file says.
#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::Completeness;
using replay::Replay;

void expect_same_session(const Recorded& recorded, const Replay& replay,
                         std::uint32_t track_bits = 16) {
    ASSERT_EQ(replay.ticks(), recorded.records.size());
    EXPECT_EQ(replay.completeness(), Completeness::complete)
        << (replay.flaw() ? replay.flaw()->text() : "");
    // In order, and now and then without what came before. Each time that would be quadratic.
    constexpr std::uint64_t k_now_and_then = 13;
    replay::Cursor cursor(replay);
    for (std::uint64_t tick = 0; tick < replay.ticks(); ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        ASSERT_TRUE(record) << record.error().text();
        ASSERT_EQ(sim::Bytes(record->begin(), record->end()), recorded.records[tick]) << tick;
        if (tick % k_now_and_then == 0) {
            ASSERT_EQ(record_of(replay, tick), recorded.records[tick]) << tick;
        }
    }
    for (std::uint64_t ticks_done = 0; ticks_done <= replay.ticks(); ++ticks_done) {
        const auto chain = cursor.chain(ticks_done);
        ASSERT_TRUE(chain) << chain.error().text();
        ASSERT_GE(chain->low_bits, track_bits) << ticks_done;
        ASSERT_TRUE(chain->agrees(recorded.hashes[ticks_done].chain)) << ticks_done;
        if (ticks_done % k_now_and_then == 0) {
            ASSERT_TRUE(chain_of(replay, ticks_done).agrees(recorded.hashes[ticks_done].chain))
                << ticks_done;
        }
    }
    for (const replay::Anchor& anchor : replay.anchors()) {
        const sim::RunningHashes& hashes = recorded.hashes[anchor.ticks_done];
        EXPECT_EQ(anchor.chain, hashes.chain) << anchor.ticks_done;
        EXPECT_EQ(anchor.records.value_or(hashes.records), hashes.records) << anchor.ticks_done;
    }
    EXPECT_EQ(replay.chain(), recorded.hashes.back().chain);
    for (const replay::StoredState& stored : replay.states()) {
        const auto state = replay.load_state(stored);
        ASSERT_TRUE(state) << state.error().text();
        EXPECT_EQ(state->bytes, recorded.states[stored.ticks_done]) << stored.ticks_done;
        EXPECT_EQ(state->hashes, recorded.hashes[stored.ticks_done]) << stored.ticks_done;
    }
}

template <class Game>
class EveryGame : public testing::Test {};
using Games = testing::Types<Counter, Relay, WideInput>;
TYPED_TEST_SUITE(EveryGame, Games);

TYPED_TEST(EveryGame, ComesBackTickByTick) {
    const Recorded recorded = record<TypeParam>({.ticks = 400});
    const auto replay = open_replay(recorded);
    expect_same_session(recorded, replay);
}

std::uint64_t count_of(const Replay& replay, replay::BlockType type) {
    for (const replay::BlockCount& count : replay.block_counts()) {
        if (count.type == type) {
            return count.blocks;
        }
    }
    return 0;
}

TYPED_TEST(EveryGame, ComesBackWithEveryLengthOfEpochAndTrack) {
    for (const std::uint32_t epoch_ticks : {1U, 10U, 25U, 100U}) {
        for (const std::uint32_t track_bits : {0U, 8U, 16U, 64U}) {
            SCOPED_TRACE(std::to_string(epoch_ticks) + " " + std::to_string(track_bits));
            const Recorded recorded = record<TypeParam>(
                {.options = {
                     .block_ticks = 10, .epoch_ticks = epoch_ticks, .track_bits = track_bits}});
            const auto replay = open_replay(recorded);
            expect_same_session(recorded, replay, track_bits);
            EXPECT_EQ(replay.epochs().size(), (100 + epoch_ticks - 1) / epoch_ticks);
        }
    }
}

TYPED_TEST(EveryGame, ComesBackWithEveryLengthOfBlock) {
    for (const std::uint32_t block_ticks : {1U, 2U, 7U, 99U, 100U, 101U}) {
        SCOPED_TRACE(block_ticks);
        const Recorded recorded = record<TypeParam>({.options = {.block_ticks = block_ticks}});
        const auto replay = open_replay(recorded);
        expect_same_session(recorded, replay);
        EXPECT_EQ(count_of(replay, replay::BlockType::inputs),
                  (100 + block_ticks - 1) / block_ticks);
    }
}

TYPED_TEST(EveryGame, ComesBackUncompressed) {
    const Recorded recorded = record<TypeParam>({.options = {.compress = false}});
    const auto replay = open_replay(recorded);
    expect_same_session(recorded, replay);
}

TEST(Replay, KeepsPlayersLeavingAndReturning) {
    const auto presence = [](std::uint64_t tick) {
        return tick / 30 % 2 == 0 ? std::uint64_t{0b111} : std::uint64_t{0b010};
    };
    const Recorded recorded = record<Relay>({.slots = 3, .ticks = 200, .source = bots(presence)});
    const auto replay = open_replay(recorded);
    expect_same_session(recorded, replay);
}

TEST(Replay, HeaderSaysWhatDecidedTheSession) {
    const replay::Parent parent{sim::ChainHash{77}, 12};
    const Recorded recorded = record<Counter>(
        {.slots = 3,
         .seed = 42,
         .options = {.block_ticks = 11, .keyframe_ticks = 33, .build = "test 1", .parent = parent},
         .change_setup = [](tandem::Setup& setup) {
             setup.presence = 0b101;
             setup.set_options(Counter::Options{1'000});
         }});
    const auto replay = open_replay(recorded);
    const replay::Header& header = replay.header();
    EXPECT_EQ(header.format_version, replay::k_format_version);
    EXPECT_EQ(header.game, "counter");
    EXPECT_EQ(header.game_version, 1U);
    EXPECT_EQ(header.setup.seed, 42U);
    EXPECT_EQ(header.setup.slots, 3U);
    EXPECT_EQ(header.setup.presence, 0b101U);
    EXPECT_EQ(header.setup.tick_rate, TickRate{60});
    EXPECT_EQ(header.setup.options_as<Counter::Options>().finish_ticks, 1'000U);
    EXPECT_EQ(header.build, "test 1");
    EXPECT_EQ(header.parent, parent);
    EXPECT_EQ(header.block_ticks, 11U);
    EXPECT_EQ(header.keyframe_ticks, 33U);
    const sim::GameInfo& game = sim::GameModel<Counter>::game_info();
    EXPECT_EQ(header.state_schema, game.state_schema);
    EXPECT_EQ(header.input_schema, game.input_schema);
    EXPECT_EQ(header.options_schema, game.options_schema);
}

TEST(Replay, EmbedsSmallAssetsAndNamesLargeOnes) {
    const Asset small = Asset::from_content("map", sim::Bytes(5'000, std::byte{7}));
    const Asset large =
        Asset::from_content("music", sim::Bytes(replay::BlockLimits::asset_bytes_max + 1));
    const Recorded recorded = record<Counter>({.change_setup = [&](tandem::Setup& setup) {
        setup.assets = {small, large};
    }});
    auto replay = open_replay(recorded);
    ASSERT_EQ(replay.header().setup.assets.size(), 2U);
    EXPECT_EQ(replay.header().setup.assets[0].content, small.content);
    EXPECT_EQ(replay.missing_assets(), std::vector<std::string>{"music"});
    EXPECT_FALSE(replay.supply_asset(sim::Bytes(3)));
    EXPECT_TRUE(replay.supply_asset(large.content));
    EXPECT_TRUE(replay.missing_assets().empty());
}

TEST(Replay, KeepsMarksInOrder) {
    const std::string foreign = "left \x1b[31m\xff";
    const Recorded recorded = record<Counter>(
        {.options = {.block_ticks = 10, .player_name = "Ada", .player_slot = 1},
         .before_tick = [&](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
             if (tick == 5 || tick == 95) {
                 EXPECT_TRUE(
                     timeline.mark({sim::MarkKind::stall, sim::Tick{tick}, 1, tick * 3, foreign}));
             }
         }});
    const auto replay = open_replay(recorded);
    ASSERT_EQ(replay.marks().size(), 3U);
    EXPECT_EQ(replay.marks()[0].kind, sim::MarkKind::player_name);
    EXPECT_EQ(replay.marks()[0].text, "Ada");
    EXPECT_EQ(replay.marks()[0].slot, 1U);
    EXPECT_EQ(replay.marks()[2].kind, sim::MarkKind::stall);
    EXPECT_EQ(replay.marks()[2].tick, sim::Tick{95});
    EXPECT_EQ(replay.marks()[2].value, 285U);
    EXPECT_EQ(replay.marks()[2].text, foreign);
}

TEST(Replay, KeepsEvidenceOfAnEarlierTick) {
    std::vector<std::pair<sim::Bytes, sim::RunningHashes>> past;
    const Recorded recorded =
        record<Counter>({.before_tick = [&](sim::Timeline& timeline, replay::Recorder& recorder,
                                            std::uint64_t tick) {
            past.emplace_back(timeline.simulation().save(), timeline.hashes());
            if (tick == 70) {
                const auto& [state, hashes] = past[64];
                EXPECT_TRUE(recorder.on_state({sim::StatePurpose::evidence, 64, state, hashes}));
            }
        }});
    const auto replay = open_replay(recorded);
    const replay::StoredState* evidence = replay.find_state(64);
    ASSERT_NE(evidence, nullptr);
    EXPECT_EQ(evidence->purpose, sim::StatePurpose::evidence);
    expect_same_session(recorded, replay);
}

TEST(Replay, EndSaysWhyAndTheIndexListsEveryBlock) {
    const Recorded recorded = record<Counter>({.end = sim::EndReason::peer_lost});
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.end_reason(), sim::EndReason::peer_lost);
    const auto blocks = list_blocks(recorded.file);
    ASSERT_EQ(blocks.back().type, replay::BlockType::end);
    const std::uint64_t own_offset =
        sim::load_le<std::uint64_t>(recorded.file.data() + recorded.file.size() - 8);
    EXPECT_EQ(own_offset, blocks.back().offset);
}

TEST(Replay, BytesDoNotDependOnMarksOfTimeOrPlace) {
    const Recorded first = record<Counter>({});
    const Recorded second = record<Counter>({});
    EXPECT_EQ(first.file, second.file);
}

TEST(Replay, ASessionWithoutATickIsSoundAndEmpty) {
    const Recorded recorded = record<Counter>({.ticks = 0});
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.completeness(), Completeness::complete);
    EXPECT_EQ(replay.ticks(), 0U);
    EXPECT_EQ(replay.chain(), recorded.hashes[0].chain);
}

TEST(Replay, ContinuesAnEarlierSessionAtItsFirstTick) {
    const Recorded whole = record<Counter>({.ticks = 50, .options = {.block_ticks = 10}});
    const auto replay = open_replay(continued(whole, sim::erase<Counter>(), 20));
    EXPECT_EQ(replay.completeness(), Completeness::complete);
    EXPECT_EQ(replay.first_tick(), 20U);
    EXPECT_EQ(replay.end_tick(), 50U);
    EXPECT_EQ(replay.ticks(), 30U);
    EXPECT_EQ(replay.chain(), whole.hashes[50].chain);
}

}  // namespace
}  // namespace tandem::test
