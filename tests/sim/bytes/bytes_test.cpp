// SPDX-License-Identifier: MIT
// Little-endian appending and reading, and every bound of the reading.
#include <tandem/sim/bytes/bytes.hpp>

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <tests/sim/by_hand.hpp>

namespace tandem::sim {
namespace {

TEST(Bytes, IntegersAreLittleEndianOfTheirOwnWidth) {
    Bytes out;
    append_le(out, std::uint8_t{0x01});
    append_le(out, std::uint16_t{0x0302});
    append_le(out, std::uint32_t{0x07060504});
    append_le(out, std::uint64_t{0x0f0e0d0c0b0a0908});
    EXPECT_EQ(out, bytes_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(Bytes, WhatIsAppendedIsReadBack) {
    Bytes out;
    append_le(out, std::uint16_t{0xfffe});
    append_text(out, "tick");
    append_block(out, bytes_of({7, 8, 9}));
    append_text(out, "");
    append_block(out, {});
    append_le(out, std::numeric_limits<std::uint64_t>::max());

    ByteReader reader(out);
    EXPECT_EQ(reader.u16(), 0xfffe);
    EXPECT_EQ(reader.text(4), "tick");
    const ByteView block = reader.block(3);
    EXPECT_EQ(Bytes(block.begin(), block.end()), bytes_of({7, 8, 9}));
    EXPECT_EQ(reader.text(0), "");
    EXPECT_TRUE(reader.block(0).empty());
    EXPECT_EQ(reader.u64(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_TRUE(reader.at_end());
    EXPECT_FALSE(reader.failed());
}

TEST(Bytes, ReadingPastTheEndFailsYieldsZerosAndMovesNoFurther) {
    const Bytes bytes = bytes_of({0xff, 0xff, 0xff});
    ByteReader reader(bytes);
    EXPECT_EQ(reader.u8(), 0xff);
    EXPECT_EQ(reader.u32(), 0U);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.offset(), 1U);
    // Two bytes are there, but a reader that failed once reads nothing any more.
    EXPECT_EQ(reader.u16(), 0U);
    EXPECT_TRUE(reader.read(1).empty());
    EXPECT_EQ(reader.offset(), 1U);
    EXPECT_EQ(reader.remaining(), 2U);
}

TEST(Bytes, EveryTruncationOfATextOrBlockFails) {
    Bytes whole;
    append_text(whole, "abc");
    append_block(whole, bytes_of({1, 2}));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        ByteReader reader(ByteView(whole).first(size));
        reader.text(255);
        reader.block(255);
        EXPECT_TRUE(reader.failed()) << "cut to " << size << " bytes";
    }
}

TEST(Bytes, ALengthBeyondTheLimitFailsAlthoughTheBytesAreThere) {
    Bytes text;
    append_text(text, "four");
    ByteReader text_reader(text);
    EXPECT_EQ(text_reader.text(3), "");
    EXPECT_TRUE(text_reader.failed());

    Bytes block;
    append_block(block, bytes_of({1, 2, 3, 4}));
    ByteReader block_reader(block);
    EXPECT_TRUE(block_reader.block(3).empty());
    EXPECT_TRUE(block_reader.failed());
}

TEST(Bytes, AFlagHasOneFormOnly) {
    Bytes out;
    append_flag(out, true);
    append_flag(out, false);
    EXPECT_EQ(out, bytes_of({1, 0}));
    ByteReader reader(out);
    EXPECT_TRUE(reader.flag());
    EXPECT_FALSE(reader.flag());
    EXPECT_FALSE(reader.failed());
    EXPECT_FALSE(reader.flag()) << "behind the end";
    EXPECT_TRUE(reader.failed());
    for (const int other : {2, 0x80, 0xff}) {
        const Bytes bytes = bytes_of({other});
        ByteReader strict(bytes);
        EXPECT_FALSE(strict.flag()) << other;
        EXPECT_TRUE(strict.failed()) << other;
    }
}

TEST(Bytes, AHugeLengthIsNoAllocationAndNoOverflow) {
    const Bytes bytes = bytes_of({0xff, 0xff, 0xff, 0xff, 1});
    ByteReader reader(bytes);
    EXPECT_TRUE(reader.block(std::numeric_limits<std::size_t>::max()).empty());
    EXPECT_TRUE(reader.failed());
    ByteReader taking(bytes);
    taking.u8();
    EXPECT_TRUE(taking.read(std::numeric_limits<std::uint64_t>::max()).empty());
    EXPECT_TRUE(taking.failed());
}

TEST(Bytes, AFailureThatTheCallerDeclaresIsKept) {
    const Bytes bytes = bytes_of({1, 2});
    ByteReader reader(bytes);
    reader.fail();
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.u8(), 0);
}

TEST(BytesDeathTest, ATextThatDoesNotFitItsLengthIsAMistakeOfTheCaller) {
    Bytes out;
    const std::string longest(std::numeric_limits<std::uint16_t>::max(), 'x');
    append_text(out, longest);
    EXPECT_EQ(out.size(), longest.size() + 2);
    EXPECT_DEATH(append_text(out, longest + "x"), "assertion failed");
}

}  // namespace
}  // namespace tandem::sim
