// SPDX-License-Identifier: MIT
// Cut, flipped, foreign, newer and hostile files: found, named, and never worse than that.
#include <algorithm>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::BlockType;
using replay::Completeness;
using replay::Replay;

// Small, and with every type of block.
Recorded small_recording() {
    return record<Relay>(
        {.ticks = 40,
         .options =
             {.block_ticks = 8, .epoch_ticks = 16, .keyframe_ticks = 16, .player_name = "Ada"},
         .change_setup =
             [](tandem::Setup& setup) {
                 setup.assets = {Asset::from_content("map", sim::Bytes(20, std::byte{3}))};
             },
         .before_tick =
             [](sim::Timeline& timeline, replay::Recorder& recorder, std::uint64_t tick) {
                 if (tick == 20) {
                     const sim::Bytes state = timeline.simulation().save();
                     EXPECT_TRUE(recorder.on_state(
                         {sim::StatePurpose::evidence, tick, state, timeline.hashes()}));
                 }
             }});
}

// The block that byte `at` lies in.
const BlockPlace& place_of(const std::vector<BlockPlace>& blocks, std::size_t at) {
    for (const BlockPlace& block : blocks) {
        if (at < block.offset + block.bytes) {
            return block;
        }
    }
    return blocks.back();
}

// Ticks that can be read from a file whose sound part ends at byte `end`.
std::uint64_t ticks_up_to(const std::vector<BlockPlace>& blocks, std::size_t end) {
    std::uint64_t ticks = 0;
    for (const BlockPlace& block : blocks) {
        if (block.type == BlockType::inputs && block.offset + block.bytes <= end) {
            ticks = block.end_tick;
        }
    }
    return ticks;
}

void expect_same_records(const Recorded& recorded, const Replay& replay) {
    for (std::uint64_t tick = 0; tick < replay.ticks(); ++tick) {
        ASSERT_EQ(record_of(replay, tick), recorded.records[tick]) << tick;
    }
}

TEST(SmallRecording, HasEveryTypeOfBlock) {
    const auto blocks = list_blocks(small_recording().file);
    for (int type = 1; type <= 9; ++type) {
        EXPECT_TRUE(std::any_of(blocks.begin(), blocks.end(), [&](const BlockPlace& block) {
            return static_cast<int>(block.type) == type;
        })) << type;
    }
}

TEST(Cut, FileOpensUpToTheLastWholeBlockAtEveryByte) {
    const Recorded recorded = small_recording();
    const auto blocks = list_blocks(recorded.file);
    const std::size_t head_end = blocks[1].offset + blocks[1].bytes;
    for (std::size_t size = 0; size < recorded.file.size(); ++size) {
        SCOPED_TRACE("cut at byte " + std::to_string(size));
        const auto replay = Replay::parse(cut_at(recorded.file, size));
        if (size < head_end) {
            ASSERT_FALSE(replay);
            EXPECT_EQ(replay.error().code, sim::ErrorCode::bad_data);
            EXPECT_FALSE(replay.error().message.empty());
            continue;
        }
        ASSERT_TRUE(replay) << replay.error().text();
        EXPECT_EQ(replay->completeness(), Completeness::cut);
        const BlockPlace& torn = place_of(blocks, size);
        EXPECT_EQ(replay->sound_bytes(), torn.offset);
        EXPECT_EQ(replay->ticks(), ticks_up_to(blocks, size));
        ASSERT_TRUE(replay->flaw());
        EXPECT_NE(replay->flaw()->place.find("byte " + std::to_string(size)), std::string::npos);
        expect_same_records(recorded, *replay);
    }
}

TEST(Cut, FileOfALiveWriterIsNoFlaw) {
    const Recorded recorded = small_recording();
    const auto blocks = list_blocks(recorded.file);
    for (const std::size_t size : {blocks.back().offset, blocks.back().offset + 3}) {
        const auto replay = Replay::parse(cut_at(recorded.file, size), {.is_live = true});
        ASSERT_TRUE(replay);
        EXPECT_EQ(replay->completeness(), Completeness::live);
        EXPECT_FALSE(replay->flaw());
        EXPECT_EQ(replay->ticks(), 40U);
    }
}

// Everything that can be played of a file, wherever it stands.
std::uint64_t ticks_of_all_stretches(const Replay& replay) {
    std::uint64_t ticks = 0;
    for (const replay::Stretch& stretch : replay.stretches()) {
        ticks += stretch.end_tick - stretch.first_tick;
    }
    return ticks;
}

TEST(Flip, OfAnyBitIsFoundAndItsBlockNamed) {
    const Recorded recorded = small_recording();
    const auto blocks = list_blocks(recorded.file);
    ASSERT_EQ(blocks[1].type, BlockType::schema);
    for (std::size_t byte = 0; byte < recorded.file.size(); ++byte) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            SCOPED_TRACE("bit " + std::to_string(bit) + " of byte " + std::to_string(byte));
            const auto replay = Replay::parse(flip_bit(recorded.file, byte, bit));
            const BlockPlace& hit = place_of(blocks, byte);
            const std::string place = "byte " + std::to_string(hit.offset);
            if (hit.type == BlockType::schema) {
                ASSERT_FALSE(replay);
                EXPECT_EQ(replay.error().place, place);
                continue;
            }
            ASSERT_TRUE(replay) << replay.error().text();
            ASSERT_EQ(replay->completeness(), Completeness::damaged);
            ASSERT_TRUE(replay->flaw());
            ASSERT_EQ(replay->flaw()->place, place);
            if (hit.type == BlockType::inputs) {
                ASSERT_EQ(replay->ticks(), ticks_up_to(blocks, hit.offset));
                ASSERT_GE(ticks_of_all_stretches(*replay), 40U - 16U);  // an epoch of 16
            } else if (hit.type != BlockType::marks && hit.type != BlockType::evidence) {
                ASSERT_EQ(replay->ticks(), 40U);
            }
            ASSERT_NE(replay->flaw()->message.find("sound"), 0U);
        }
    }
}

TEST(Flip, InAHeaderCostsNothing) {
    const Recorded recorded = small_recording();
    const auto replay = open_replay(flip_bit(recorded.file, 60, 3));
    EXPECT_EQ(replay.completeness(), Completeness::damaged);
    EXPECT_EQ(replay.ticks(), 40U);
    EXPECT_EQ(replay.header().game, "relay");
    expect_same_records(recorded, replay);
}

TEST(Flip, InASchemaCostsNothingWhereTheGameIsKnown) {
    const Recorded recorded = small_recording();
    const BlockPlace schema = list_blocks(recorded.file)[1];
    const sim::Bytes damaged = flip_bit(recorded.file, schema.offset + schema.bytes - 1, 0);
    ASSERT_FALSE(Replay::parse(damaged));
    sim::GameInfo game = sim::GameModel<Relay>::game_info();
    const auto find = [&](const std::string& name, std::uint32_t) {
        return name == game.name ? std::optional(game) : std::nullopt;
    };
    const auto replay = Replay::parse(damaged, {.find_game = find});
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->completeness(), Completeness::damaged);
    expect_same_records(recorded, *replay);
    game.input_schema = game.state_schema;
    EXPECT_FALSE(Replay::parse(damaged, {.find_game = find}));
}

// The middle one of three epochs is hit; keyframes stand in the middle of each.
TEST(Flip, CostsTheRestOfItsEpochAndWhatLiesBeforeTheNextKeyframe) {
    const Recorded recorded = record<Counter>(
        {.ticks = 90, .options = {.block_ticks = 5, .epoch_ticks = 30, .keyframe_ticks = 15}});
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        const bool is_hit = block.type == BlockType::inputs && block.end_tick == 40;
        if (!is_hit) {
            continue;
        }
        const auto replay =
            open_replay(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
        EXPECT_EQ(replay.end_tick(), 35U);
        ASSERT_EQ(replay.stretches().size(), 2U);
        EXPECT_EQ(replay.stretches()[1].first_tick, 60U);
        EXPECT_EQ(replay.stretches()[1].end_tick, 90U);
        const Replay rest = replay.at_stretch(1);
        EXPECT_EQ(rest.first_tick(), 60U);
        EXPECT_EQ(rest.ticks(), 30U);
        EXPECT_EQ(rest.start_hashes(), recorded.hashes[60]);
        EXPECT_EQ(rest.chain(), recorded.hashes[90].chain);
        for (std::uint64_t tick = 60; tick < 90; ++tick) {
            EXPECT_EQ(record_of(rest, tick), recorded.records[tick]) << tick;
        }
        return;
    }
    FAIL() << "no block ends after 40 ticks";
}

TEST(Flip, InAKeyframeCostsNoTick) {
    const Recorded recorded = record<Counter>(
        {.ticks = 90, .options = {.block_ticks = 5, .epoch_ticks = 30, .keyframe_ticks = 20}});
    std::uint64_t keyframes = 0;
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.type != BlockType::keyframe) {
            continue;
        }
        ++keyframes;
        const auto replay =
            open_replay(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
        EXPECT_EQ(replay.completeness(), Completeness::damaged);
        EXPECT_EQ(replay.ticks(), 90U);
        EXPECT_EQ(replay.find_state(block.end_tick), nullptr);
    }
    EXPECT_EQ(keyframes, 5U);
}

TEST(Flip, SaysByteBlockAndTicks) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 10}});
    const auto blocks = list_blocks(recorded.file);
    const BlockPlace& block = blocks[6];
    ASSERT_EQ(block.type, BlockType::inputs);
    const auto replay = open_replay(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
    EXPECT_EQ(replay.flaw()->text(),
              "byte " + std::to_string(block.offset) +
                  ": the block inputs of ticks 20 to 29 (up to byte " +
                  std::to_string(block.offset + block.bytes - 1) +
                  ") does not fit its checksum; what stands before is sound, up to tick 19");
}

// A hostile file may look like a block at every place; searching must not take for ever.
TEST(Hostile, ASearchBehindDamageIsBounded) {
    const Recorded recorded = small_recording();
    const auto blocks = list_blocks(recorded.file);
    sim::Bytes file = cut_at(recorded.file, blocks[5].offset);
    sim::Bytes piece;
    replay::BlockHeader header;
    header.form = replay::HeadForm::piece;
    header.tick_count = 1;
    replay::write_inputs(piece, 0, header, sim::Bytes(1U << 20), sim::Bytes(2));
    piece.resize(8);  // a head that claims a megabyte; its checksum is of another place
    while (file.size() < (4U << 20)) {
        sim::append(file, piece);
    }
    const auto replay = open_replay(file);
    EXPECT_NE(replay.completeness(), Completeness::complete);
    EXPECT_EQ(replay.ticks(), 0U);
}

TEST(Foreign, FilesAreRefusedInWords) {
    const auto text = [](const char* content) {
        const sim::ByteView bytes = sim::as_bytes(content);
        return Replay::parse(sim::Bytes(bytes.begin(), bytes.end()));
    };
    EXPECT_EQ(text("").error().text(),
              "byte 0: the file is empty, so nothing was recorded: who was to write it was stopped "
              "before the session began; a recording begins with a header");
    EXPECT_EQ(text("PK\3\4 some archive").error().text(),
              "byte 0: this is not a Tandem replay file: it does not begin like one");
    EXPECT_FALSE(Replay::parse(sim::Bytes(100'000, std::byte{0})));
}

TEST(Foreign, BytesAfterTheEndAreNamed) {
    Recorded recorded = small_recording();
    const std::size_t size = recorded.file.size();
    recorded.file.push_back(std::byte{0});
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.completeness(), Completeness::damaged);
    EXPECT_EQ(replay.flaw()->place, "byte " + std::to_string(size));
    EXPECT_EQ(replay.ticks(), 40U);
}

TEST(Foreign, TwoFilesInOneAreAFileAndForeignBytes) {
    Recorded recorded = small_recording();
    const sim::Bytes twice = recorded.file;
    sim::append(recorded.file, twice);
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.completeness(), Completeness::damaged);
    EXPECT_EQ(replay.ticks(), 40U);
}

TEST(Foreign, ABlockWrittenTwiceOrLeftOutIsFound) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    const auto blocks = list_blocks(recorded.file);
    const BlockPlace& block = blocks[5];
    const auto begin = recorded.file.begin() + static_cast<std::ptrdiff_t>(block.offset);
    const auto end = begin + static_cast<std::ptrdiff_t>(block.bytes);
    sim::Bytes twice = recorded.file;
    twice.insert(twice.begin() + (end - recorded.file.begin()), begin, end);
    sim::Bytes without = recorded.file;
    without.erase(without.begin() + (begin - recorded.file.begin()),
                  without.begin() + (end - recorded.file.begin()));
    for (const sim::Bytes& file : {twice, without}) {
        for (const bool has_fitting_checksums : {false, true}) {
            sim::Bytes changed = file;
            if (has_fitting_checksums) {
                reseal_all(changed);
            }
            const auto replay = open_replay(changed);
            EXPECT_EQ(replay.completeness(), Completeness::damaged);
        }
    }
}

TEST(Newer, FormatVersionIsRefusedNamingBoth) {
    Recorded recorded = small_recording();
    sim::store_le(replay::k_format_version + 1,
                  recorded.file.data() + replay::k_block_header_bytes);
    reseal(recorded.file, 0);
    const auto replay = Replay::parse(recorded.file);
    ASSERT_FALSE(replay);
    EXPECT_EQ(replay.error().code, sim::ErrorCode::bad_data);
    EXPECT_NE(replay.error().message.find("format version 3"), std::string::npos);
    EXPECT_NE(replay.error().message.find("up to version 2"), std::string::npos);
}

TEST(Newer, TypesOfBlocksAreSkippedByTheirLength) {
    const Recorded recorded =
        record<Counter>({.end = std::nullopt, .options = {.block_ticks = 10}});
    const auto blocks = list_blocks(recorded.file);
    sim::Bytes file = cut_at(recorded.file, blocks[5].offset);
    replay::BlockHeader header;
    header.type = static_cast<BlockType>(77);
    header.codec = replay::Codec::plain;
    const sim::Bytes content(1'000, std::byte{9});
    sim::Bytes unknown;
    replay::write_block(unknown, file.size(), header, content, nullptr);
    // A newer Tandem may mean something else by ticks and codec.
    sim::store_le(std::uint32_t{12}, unknown.data() + k_tick_count_at);
    unknown[k_codec_at] = std::byte{9};
    sim::append(file, unknown);
    reseal(file, blocks[5].offset);
    const std::size_t after = file.size();
    sim::append(file, sim::ByteView(recorded.file).subspan(blocks[5].offset, blocks[5].bytes));
    reseal(file, after);
    const auto replay = open_replay(file);
    EXPECT_EQ(replay.sound_bytes(), file.size());
    EXPECT_EQ(replay.ticks(), 20U);
    expect_same_records(recorded, replay);
}

TEST(Newer, FieldsAtTheEndOfAHeaderAreIgnored) {
    const Recorded recorded = record<Counter>({.ticks = 0, .end = std::nullopt});
    const auto blocks = list_blocks(recorded.file);
    const sim::ByteView all(recorded.file);
    sim::Bytes content(all.begin() + replay::k_block_header_bytes,
                       all.begin() + static_cast<std::ptrdiff_t>(blocks[0].bytes));
    sim::append(content, sim::as_bytes("a newer field"));
    sim::Bytes file;
    replay::write_block(file, 0, replay::read_head(all, 0).head.header, content, nullptr);
    sim::append(file, all.subspan(blocks[1].offset, blocks[1].bytes));
    sim::append(file, all.subspan(blocks[3].offset));  // the copy would be without that field
    reseal_all(file);
    const auto replay = open_replay(file);
    EXPECT_EQ(replay.sound_bytes(), file.size());
}

// One hostile number in the header of the block with this index, with fitting checksums.
template <class U>
sim::Bytes hostile(const Recorded& recorded, std::size_t block, std::size_t at, U value) {
    sim::Bytes file = recorded.file;
    const std::size_t offset = list_blocks(recorded.file)[block].offset;
    sim::store_le(value, file.data() + offset + at);
    reseal(file, offset);
    return file;
}

TEST(Hostile, SizesAreRefusedBeforeTheyAreAllocated) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 20, .keyframe_ticks = 20}});
    const auto blocks = list_blocks(recorded.file);
    constexpr std::uint32_t k_most = 0xFFFFFFFF;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (blocks[block].form != replay::HeadForm::whole) {
            continue;  // block_test.cpp has those
        }
        for (const std::size_t at : {k_stored_bytes_at, k_content_bytes_at, k_tick_count_at}) {
            for (const std::uint32_t value : {k_most, k_most / 2, std::uint32_t{1} << 30}) {
                SCOPED_TRACE(std::to_string(block) + " at " + std::to_string(at));
                const auto replay = Replay::parse(hostile(recorded, block, at, value));
                if (blocks[block].type == BlockType::schema) {
                    EXPECT_FALSE(replay);
                    continue;
                }
                ASSERT_TRUE(replay);
                EXPECT_NE(replay->completeness(), Completeness::complete);
                EXPECT_EQ(replay->ticks(), 100U);
            }
        }
    }
}

// Half of what a file's marks may take.
sim::Bytes many_marks() {
    sim::Bytes content;
    while (content.size() <= replay::BlockLimits::marks_bytes_max / 2) {
        replay::encode_mark({sim::MarkKind::stall, sim::Tick{1}, 0, 5, ""}, content);
    }
    return content;
}

// Each block alone is within its bounds and takes next to nothing in the file.
TEST(Hostile, MarksOfAllBlocksTogetherAreBounded) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    const sim::Bytes marks = many_marks();
    sim::Bytes file = with_block(recorded.file, 5, BlockType::marks, marks);
    const auto one = open_replay(file);
    EXPECT_EQ(one.ticks(), 100U);
    file = with_block(file, 6, BlockType::marks, marks);
    EXPECT_LT(file.size(), 20'000U);
    const auto two = open_replay(file);
    EXPECT_EQ(two.completeness(), Completeness::damaged);
    EXPECT_EQ(two.flaw()->place, "byte " + std::to_string(list_blocks(file)[6].offset));
    EXPECT_NE(two.flaw()->message.find("at most 16777216 are allowed in a file"), std::string::npos)
        << two.flaw()->message;
    EXPECT_EQ(two.ticks(), 100U);
    EXPECT_EQ(two.marks().size(), one.marks().size());
}

TEST(Hostile, AssetsOfAllBlocksTogetherAreBounded) {
    constexpr std::size_t k_assets = 65;
    const sim::Bytes content(replay::BlockLimits::asset_bytes_max, std::byte{1});
    const Recorded recorded = record<Counter>(
        {.ticks = 20, .change_setup = [&](tandem::Setup& setup) {
             for (std::size_t i = 0; i < k_assets; ++i) {
                 setup.assets.push_back(Asset::from_content("map" + std::to_string(i), content));
             }
         }});
    auto replay = open_replay(recorded);
    // What its writer left out for the bound is named only, as a larger asset is.
    EXPECT_EQ(replay.completeness(), Completeness::complete);
    EXPECT_EQ(replay.missing_assets(), (std::vector<std::string>{"map63", "map64"}));
    EXPECT_TRUE(replay.supply_asset(content));
    EXPECT_TRUE(replay.missing_assets().empty());
    const std::size_t keyframe = 3 + 63;
    ASSERT_EQ(list_blocks(recorded.file)[keyframe].type, BlockType::keyframe);
    const sim::Bytes more =
        with_block(recorded.file, keyframe, BlockType::asset, replay::encode_asset(63, content));
    const auto hostile = open_replay(more);
    EXPECT_EQ(hostile.completeness(), Completeness::damaged);
    EXPECT_EQ(hostile.flaw()->place, "byte " + std::to_string(list_blocks(more)[keyframe].offset));
    EXPECT_EQ(hostile.missing_assets().size(), 2U);
}

// The number of the first block of this type.
std::size_t number_of(const std::vector<BlockPlace>& blocks, BlockType type) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const BlockPlace& block) { return block.type == type; });
    return static_cast<std::size_t>(found - blocks.begin());
}

// In this order of blocks the last one is refused, for that reason.
void expect_refused_in_order(const Recorded& recorded, const std::vector<std::size_t>& order,
                             const std::string& why) {
    const sim::Bytes file = rearranged(recorded.file, order);
    const auto replay = open_replay(file);
    ASSERT_EQ(replay.completeness(), Completeness::damaged);
    EXPECT_EQ(replay.flaw()->place, "byte " + std::to_string(list_blocks(file).back().offset));
    EXPECT_NE(replay.flaw()->message.find(why), std::string::npos) << replay.flaw()->message;
}

TEST(Order, OfBlocksIsThatOfTheGrammar) {
    const Recorded recorded = small_recording();
    const auto blocks = list_blocks(recorded.file);
    ASSERT_EQ(blocks[2].type, BlockType::header_copy);
    ASSERT_EQ(blocks[3].type, BlockType::asset);
    ASSERT_EQ(blocks[4].type, BlockType::keyframe);
    expect_refused_in_order(recorded, {0, 1, 2, 3, 4, 0}, "there is one already");
    expect_refused_in_order(recorded, {0, 1, 2, 3, 4, 1}, "there is one already");
    expect_refused_in_order(recorded, {0, 1, 2, 3, 4, 2}, "it stands behind the schema only");
    expect_refused_in_order(recorded, {0, 1, 2, 3, 3}, "asset number 0 is there already");
    expect_refused_in_order(recorded, {0, 1, 2, 4, 3}, "before the first keyframe only");
    for (const BlockType type :
         {BlockType::inputs, BlockType::marks, BlockType::evidence, BlockType::end}) {
        SCOPED_TRACE(replay::block_name(type));
        expect_refused_in_order(recorded, {0, 1, 2, 3, number_of(blocks, type)},
                                "the keyframe that a recording begins with should come first");
    }
}

TEST(Hostile, AStateThatClaimsMoreThanTheGameAllowsIsNotLoaded) {
    const Recorded recorded = record<Counter>({});
    const auto replay = open_replay(recorded);
    const replay::StoredState& state = replay.states()[0];
    const std::uint64_t bytes = recorded.states[0].size();
    const auto loaded = replay.load_state(state, bytes - 1);
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find(std::to_string(bytes)), std::string::npos);
    EXPECT_TRUE(replay.load_state(state, bytes));
}

TEST(Hostile, TicksAndHashesThatDoNotContinueAreFound) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 50, .keyframe_ticks = 20}});
    const auto blocks = list_blocks(recorded.file);
    for (std::size_t block = 2; block < blocks.size(); ++block) {
        if (blocks[block].form != replay::HeadForm::whole) {
            continue;
        }
        for (const std::size_t at : {k_first_tick_at, k_chain_at, k_records_at}) {
            SCOPED_TRACE(replay::block_name(blocks[block].type) + " at " + std::to_string(at));
            const sim::Bytes file = hostile(recorded, block, at, std::uint64_t{0x123456789});
            // A hash over records alone is compared where they are decoded.
            const auto replay = Replay::parse(file, {.depth = replay::OpenDepth::records});
            ASSERT_TRUE(replay);
            EXPECT_EQ(replay->completeness(), Completeness::damaged);
        }
    }
}

TEST(Hostile, AnEndThatSaysItBeginsElsewhereIsFound) {
    const Recorded recorded = record<Counter>({});
    const BlockPlace end = list_blocks(recorded.file).back();
    ASSERT_EQ(end.type, BlockType::end);
    for (const std::int64_t step : {1, 1'000'000}) {
        sim::Bytes file = recorded.file;
        sim::store_le(static_cast<std::uint64_t>(static_cast<std::int64_t>(end.offset) + step),
                      file.data() + file.size() - sizeof(std::uint64_t));
        reseal(file, end.offset);
        for (const auto depth : {replay::OpenDepth::index, replay::OpenDepth::blocks}) {
            const auto replay = Replay::parse(file, {.depth = depth});
            ASSERT_TRUE(replay);
            EXPECT_EQ(replay->completeness(), Completeness::damaged);
            ASSERT_TRUE(replay->flaw());
            EXPECT_NE(replay->flaw()->text().find("it says that it begins at byte"),
                      std::string::npos);
        }
    }
}

TEST(Hostile, InputsOfAnotherFileWithFittingChecksumsAreFound) {
    const replay::RecorderOptions options{.block_ticks = 10, .epoch_ticks = 20};
    const Recorded recorded = record<Counter>({.options = options});
    const Recorded other = record<Counter>({.seed = 2, .options = options});
    const BlockPlace from = list_blocks(other.file)[6];
    const BlockPlace to = list_blocks(recorded.file)[6];
    ASSERT_EQ(from.form, replay::HeadForm::epoch);
    sim::Bytes file = cut_at(recorded.file, to.offset);
    sim::append(file, sim::ByteView(other.file).subspan(from.offset, from.bytes));
    sim::append(file, sim::ByteView(recorded.file).subspan(to.offset + to.bytes));
    reseal_all(file);
    const auto replay = open_replay(file);
    EXPECT_EQ(replay.completeness(), Completeness::damaged);
    EXPECT_EQ(replay.ticks(), 20U);  // its chain does not continue theirs
}

TEST(Hostile, AHeaderThatClaimsAnotherSetupContradictsItsChain) {
    Recorded recorded = small_recording();
    // The seed is the first field of the setup; find it by its neighbours: seed 1, then two slots.
    sim::Bytes wanted;
    sim::append_le(wanted, std::uint64_t{1});
    sim::append_le(wanted, std::uint32_t{2});
    const auto at =
        std::search(recorded.file.begin(), recorded.file.end(), wanted.begin(), wanted.end());
    ASSERT_NE(at, recorded.file.end());
    *at = std::byte{2};
    const auto copy = std::search(at, recorded.file.end(), wanted.begin(), wanted.end());
    ASSERT_NE(copy, recorded.file.end());
    *copy = std::byte{2};
    reseal_all(recorded.file);
    const auto replay = Replay::parse(recorded.file);
    ASSERT_FALSE(replay);
    EXPECT_NE(replay.error().message.find("chain"), std::string::npos);
}

}  // namespace
}  // namespace tandem::test
