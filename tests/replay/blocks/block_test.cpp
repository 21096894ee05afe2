// SPDX-License-Identifier: MIT
// One block: what is written is what is read, and each field of a head is bounded before it is
// used.
#include <gtest/gtest.h>

#include <tandem/replay/blocks/numbers.hpp>
#include <tests/replay/recording.hpp>

namespace tandem::test {
namespace {

using replay::BlockHeader;
using replay::BlockType;
using replay::HeadForm;
using replay::HeadRead;
using replay::HeadState;

BlockHeader keyframe_header() {
    BlockHeader header;
    header.type = BlockType::keyframe;
    header.first_tick = 1'000;
    header.hashes.chain = sim::ChainHash{0x1122334455667788};
    header.hashes.records = sim::RecordsHash{0x99AABBCCDDEEFF00};
    return header;
}

sim::Bytes keyframe(replay::Compressor* compressor = nullptr) {
    sim::Bytes file;
    replay::write_block(file, 0, keyframe_header(), sim::Bytes(600, std::byte{7}), compressor);
    return file;
}

sim::Bytes inputs(HeadForm form, std::uint64_t file_offset = 0) {
    BlockHeader header;
    header.form = form;
    header.tick_count = 300;
    header.first_tick = 70'000;
    header.chain_before = sim::ChainHash{0x1122334455667788};
    sim::Bytes file;
    replay::write_inputs(file, file_offset, header, sim::Bytes(90, std::byte{7}),
                         sim::Bytes(600, std::byte{9}));
    return file;
}

TEST(Block, ComesBackWithEveryFieldOfItsHead) {
    replay::Compressor compressor;
    for (replay::Compressor* choice : {static_cast<replay::Compressor*>(nullptr), &compressor}) {
        const sim::Bytes file = keyframe(choice);
        const HeadRead read = replay::read_head(file, 0);
        ASSERT_EQ(read.state, HeadState::sound) << read.why;
        const BlockHeader& header = read.head.header;
        EXPECT_EQ(header.type, BlockType::keyframe);
        EXPECT_EQ(header.first_tick, 1'000U);
        EXPECT_EQ(header.content_bytes, 600U);
        EXPECT_EQ(header.hashes, keyframe_header().hashes);
        EXPECT_EQ(read.head.block_bytes(), file.size());
        EXPECT_TRUE(replay::check_body(read.head, file, 0));
        sim::Bytes content;
        EXPECT_TRUE(replay::decode_content(
            header.codec, sim::ByteView(file).subspan(read.head.bytes), 600, content));
        EXPECT_EQ(content, sim::Bytes(600, std::byte{7}));
    }
}

TEST(Block, OfInputsHasAShortHead) {
    const sim::Bytes epoch = inputs(HeadForm::epoch);
    const HeadRead first = replay::read_head(epoch, 0);
    ASSERT_EQ(first.state, HeadState::sound) << first.why;
    EXPECT_EQ(first.head.bytes, 24U);
    EXPECT_EQ(first.head.block_bytes(), epoch.size());
    EXPECT_EQ(first.head.header.type, BlockType::inputs);
    EXPECT_EQ(first.head.header.first_tick, 70'000U);
    EXPECT_EQ(first.head.header.tick_count, 300U);
    EXPECT_EQ(first.head.header.chain_before.value, 0x1122334455667788U);
    EXPECT_TRUE(replay::check_body(first.head, epoch, 0));
    const sim::Bytes piece = inputs(HeadForm::piece);
    const HeadRead next = replay::read_head(piece, 0);
    ASSERT_EQ(next.state, HeadState::sound) << next.why;
    EXPECT_EQ(next.head.bytes, 11U);
    EXPECT_EQ(next.head.block_bytes(), piece.size());
    EXPECT_TRUE(replay::check_body(next.head, piece, 0));
}

// Either its head or its body, then, is not what was written.
bool is_sound(const sim::Bytes& file, std::uint64_t offset) {
    const HeadRead read = replay::read_head(file, offset);
    return read.state == HeadState::sound && read.head.block_bytes() == file.size() &&
           replay::check_body(read.head, file, offset);
}

TEST(Block, KnowsItsPlaceInTheFile) {
    for (const sim::Bytes& file : {keyframe(), inputs(HeadForm::epoch), inputs(HeadForm::piece)}) {
        EXPECT_TRUE(is_sound(file, 0));
        EXPECT_FALSE(is_sound(file, 1));
        EXPECT_FALSE(is_sound(file, file.size()));
    }
}

TEST(Block, WithAnyBitFlippedIsNotSound) {
    for (const sim::Bytes& file : {keyframe(), inputs(HeadForm::epoch), inputs(HeadForm::piece)}) {
        for (std::size_t byte = 0; byte < file.size(); ++byte) {
            for (unsigned bit = 0; bit < 8; ++bit) {
                ASSERT_FALSE(is_sound(flip_bit(file, byte, bit), 0)) << byte << " " << bit;
            }
        }
    }
}

TEST(Block, CutInItsHeadIsCut) {
    for (const sim::Bytes& file : {keyframe(), inputs(HeadForm::epoch), inputs(HeadForm::piece)}) {
        const std::uint32_t head_bytes = replay::read_head(file, 0).head.bytes;
        for (std::size_t size = 0; size < head_bytes; ++size) {
            EXPECT_EQ(replay::read_head(cut_at(file, size), 0).state, HeadState::cut) << size;
        }
    }
}

TEST(Block, BoundsAreHeldEvenWhereChecksumsFit) {
    const auto state_with = [](std::size_t at, auto value) {
        sim::Bytes file = keyframe();
        sim::store_le(value, file.data() + at);
        reseal(file, 0);
        return replay::read_head(file, 0).state;
    };
    EXPECT_EQ(state_with(k_content_bytes_at, std::uint32_t{600}), HeadState::sound);
    EXPECT_EQ(state_with(k_content_bytes_at, replay::BlockLimits::state_bytes_max + 1),
              HeadState::refused);
    EXPECT_EQ(state_with(k_content_bytes_at, std::uint32_t{599}),
              HeadState::refused);  // coded is never longer than content
    EXPECT_EQ(state_with(k_tick_count_at, std::uint32_t{1}),
              HeadState::refused);  // only inputs have ticks
    EXPECT_EQ(state_with(k_first_tick_at, ~std::uint64_t{0}), HeadState::refused);
}

// A short head with these numbers and fitting checksums.
HeadState state_of_short(std::uint64_t stored, std::uint64_t ticks, std::uint64_t first_tick) {
    sim::Bytes head = cut_at(inputs(HeadForm::epoch), 3);
    replay::append_number(head, stored);
    replay::append_number(head, ticks);
    replay::append_number(head, first_tick);
    sim::append_le(head, std::uint64_t{0});
    sim::append_le(head, replay::epoch_checksum(head, 0));
    sim::append_le(head, std::uint32_t{0});
    return replay::read_head(head, 0).state;
}

TEST(Block, BoundsOfShortHeadsAreHeldToo) {
    constexpr std::uint64_t k_ticks = replay::BlockLimits::ticks_max;
    EXPECT_EQ(state_of_short(0, 1, 0), HeadState::sound);
    EXPECT_EQ(state_of_short(0, 0, 0), HeadState::refused);
    EXPECT_EQ(state_of_short(0, k_ticks, 0), HeadState::sound);
    EXPECT_EQ(state_of_short(0, k_ticks + 1, 0), HeadState::refused);
    EXPECT_EQ(state_of_short(replay::BlockLimits::coded_bytes_max + 8, 1, 0), HeadState::sound);
    EXPECT_EQ(state_of_short(replay::BlockLimits::coded_bytes_max + 9, 1, 0), HeadState::refused);
    EXPECT_EQ(state_of_short(0, 1, ~std::uint64_t{0}), HeadState::refused);
    EXPECT_EQ(state_of_short(std::uint64_t{1} << 32, 1, 0), HeadState::damaged);
}

TEST(Block, OfAFilesHeadOrEndIsRefusedUnlessItIsPlain) {
    replay::Compressor compressor;
    for (const BlockType type :
         {BlockType::header, BlockType::schema, BlockType::header_copy, BlockType::end}) {
        for (replay::Compressor* choice :
             {static_cast<replay::Compressor*>(nullptr), &compressor}) {
            BlockHeader header;
            header.type = type;
            sim::Bytes file;
            replay::write_block(file, 0, header, sim::Bytes(600, std::byte{7}), choice);
            EXPECT_EQ(replay::read_head(file, 0).state == HeadState::sound, choice == nullptr)
                << replay::block_name(type);
        }
    }
}

}  // namespace
}  // namespace tandem::test
