// SPDX-License-Identifier: MIT
// One block: what is written is what is scanned, and each header field is bounded before it is
// used.
#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>

namespace tandem::test {
namespace {

using replay::BlockHeader;
using replay::BlockScanner;
using replay::BlockType;

BlockHeader inputs_header(std::uint32_t ticks) {
    BlockHeader header;
    header.type = BlockType::inputs;
    header.first_tick = 1'000;
    header.tick_count = ticks;
    header.hashes.chain = sim::ChainHash{0x1122334455667788};
    header.hashes.records = sim::RecordsHash{0x99AABBCCDDEEFF00};
    return header;
}

sim::Bytes one_block(replay::Compressor* compressor = nullptr) {
    sim::Bytes file;
    replay::write_block(file, 0, inputs_header(3), sim::Bytes(600, std::byte{7}),
                        sim::Bytes(6, std::byte{9}), compressor);
    return file;
}

TEST(Block, ComesBackWithEveryFieldOfItsHeader) {
    replay::Compressor compressor;
    for (replay::Compressor* choice : {static_cast<replay::Compressor*>(nullptr), &compressor}) {
        const sim::Bytes file = one_block(choice);
        BlockScanner scanner(file);
        const auto block = scanner.next();
        ASSERT_TRUE(block);
        EXPECT_EQ(block->header.type, BlockType::inputs);
        EXPECT_EQ(block->header.first_tick, 1'000U);
        EXPECT_EQ(block->header.tick_count, 3U);
        EXPECT_EQ(block->header.content_bytes, 600U);
        EXPECT_EQ(block->header.hashes, inputs_header(3).hashes);
        EXPECT_EQ(block->bytes(), file.size());
        EXPECT_EQ(sim::Bytes(block->lows.begin(), block->lows.end()), sim::Bytes(6, std::byte{9}));
        sim::Bytes content;
        EXPECT_TRUE(replay::decode_content(block->header.codec, block->coded, 600, content));
        EXPECT_EQ(content, sim::Bytes(600, std::byte{7}));
        EXPECT_FALSE(scanner.next());
        EXPECT_FALSE(scanner.flaw());
        EXPECT_EQ(scanner.offset(), file.size());
    }
}

TEST(Block, KnowsItsPlaceInTheFile) {
    sim::Bytes file = one_block();
    const sim::Bytes again = file;
    sim::append(file, again);  // the same bytes at another offset
    BlockScanner scanner(file);
    EXPECT_TRUE(scanner.next());
    EXPECT_FALSE(scanner.next());
    ASSERT_TRUE(scanner.flaw());
    EXPECT_FALSE(scanner.flaw()->is_cut);
}

TEST(Block, ScannerStaysAtItsFlaw) {
    const sim::Bytes file = flip_bit(one_block(), 60, 0);
    BlockScanner scanner(file);
    EXPECT_FALSE(scanner.next());
    EXPECT_FALSE(scanner.next());
    EXPECT_EQ(scanner.offset(), 0U);
    EXPECT_EQ(scanner.flaw()->error.place, "byte 0");
}

TEST(Block, BoundsAreHeldEvenWhereChecksumsFit) {
    const auto refused = [](std::size_t at, auto value) {
        sim::Bytes file = one_block();
        sim::store_le(value, file.data() + at);
        reseal(file, 0);
        BlockScanner scanner(file);
        const auto block = scanner.next();
        return !block && scanner.flaw() && !scanner.flaw()->is_cut;
    };
    EXPECT_FALSE(refused(k_content_bytes_at, std::uint32_t{600}));
    EXPECT_TRUE(refused(k_content_bytes_at, replay::BlockLimits::inputs_bytes_max + 1));
    EXPECT_TRUE(
        refused(k_content_bytes_at, std::uint32_t{599}));  // coded is never longer than content
    EXPECT_TRUE(refused(k_tick_count_at, std::uint32_t{0}));
    EXPECT_TRUE(
        refused(k_tick_count_at, std::uint32_t{304}));  // two bytes each do not fit the body
    EXPECT_TRUE(refused(k_tick_count_at, replay::BlockLimits::ticks_max + 1));
    EXPECT_TRUE(refused(k_first_tick_at, ~std::uint64_t{0}));
    EXPECT_TRUE(refused(k_type_at, std::uint8_t{6}));  // only inputs have ticks
}

TEST(Block, AFilesHeadAndEndAreRefusedUnlessTheyArePlain) {
    replay::Compressor compressor;
    for (const BlockType type : {BlockType::header, BlockType::schema, BlockType::end}) {
        for (replay::Compressor* choice :
             {static_cast<replay::Compressor*>(nullptr), &compressor}) {
            BlockHeader header;
            header.type = type;
            sim::Bytes file;
            replay::write_block(file, 0, header, sim::Bytes(600, std::byte{7}), {}, choice);
            BlockScanner scanner(file);
            EXPECT_EQ(scanner.next().has_value(), choice == nullptr) << replay::block_name(type);
        }
    }
}

}  // namespace
}  // namespace tandem::test
