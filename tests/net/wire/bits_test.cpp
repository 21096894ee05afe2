// SPDX-License-Identifier: MIT
// Bits come back as they were put, small numbers take what the page says, and reading past the end
// fails softly.
#include <tandem/net/wire/bits.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tests/sim/by_hand.hpp>

namespace tandem::net::wire {
namespace {

TEST(Bits, TheLowestBitOfTheFirstByteComesFirst) {
    sim::Bytes out;
    BitWriter writer(out);
    writer.write(0b101, 3);
    writer.write_flag(true);
    writer.write(0xABC, 12);
    writer.write_flag(true);
    writer.finish();
    EXPECT_EQ(out, sim::bytes_of({0xCD, 0xAB, 0x01}));
}

TEST(Bits, SmallNumbersTakeFewBits) {
    const std::vector<std::vector<unsigned>> bits{{1, 3, 3, 5, 5, 5, 5, 7},   // no low bit
                                                  {2, 2, 4, 4, 4, 4, 6, 6},   // one
                                                  {3, 3, 3, 3, 5, 5, 5, 5}};  // two
    for (unsigned low_bits = 0; low_bits < bits.size(); ++low_bits) {
        for (unsigned value = 0; value < bits[low_bits].size(); ++value) {
            EXPECT_EQ(small_bits(value, low_bits), bits[low_bits][value]);
        }
    }
    // 5 is 6 = 110 in the code: two zeros, the highest one, then 10, its lowest bit first.
    sim::Bytes out;
    BitWriter writer(out);
    writer.write_small(5, 0);
    writer.finish();
    EXPECT_EQ(out, sim::bytes_of({0b10100}));
}

TEST(Bits, SignedNumbersAreFoldedAroundZero) {
    const std::int64_t values[] = {0, -1, 1, -2, 2, -3};
    for (std::uint64_t i = 0; i < 6; ++i) {
        EXPECT_EQ(fold(values[i]), i);
        EXPECT_EQ(unfold(i), values[i]);
    }
    EXPECT_LE(fold(k_small_signed_max), k_small_max);
    EXPECT_LE(fold(-k_small_signed_max), k_small_max);
}

TEST(Bits, EveryWidthAndEverySmallNumberComesBack) {
    sim::Bytes out;
    BitWriter writer(out);
    std::size_t bits = 0;
    for (unsigned low_bits = 0; low_bits < 5; ++low_bits) {
        for (unsigned shift = 0; shift <= k_small_zeros_max; ++shift) {
            for (const std::uint64_t offset : {0U, 1U, 2U}) {
                const std::uint64_t value = (std::uint64_t{1} << shift) + offset - 1;
                writer.write_small(value, low_bits);
                bits += small_bits(value, low_bits);
                ASSERT_EQ(writer.bits(), bits);
            }
        }
        writer.write_small(k_small_max, low_bits);
        writer.write_small_signed(-k_small_signed_max, low_bits);
        bits = writer.bits();
    }
    for (unsigned width = 0; width <= k_bits_max; ++width) {
        writer.write((std::uint64_t{1} << width) - 1, width);
    }
    writer.finish();
    BitReader reader(out);
    for (unsigned low_bits = 0; low_bits < 5; ++low_bits) {
        for (unsigned shift = 0; shift <= k_small_zeros_max; ++shift) {
            for (const std::uint64_t offset : {0U, 1U, 2U}) {
                ASSERT_EQ(reader.small(low_bits), (std::uint64_t{1} << shift) + offset - 1);
            }
        }
        ASSERT_EQ(reader.small(low_bits), k_small_max);
        ASSERT_EQ(reader.small_signed(low_bits), -k_small_signed_max);
    }
    for (unsigned width = 0; width <= k_bits_max; ++width) {
        ASSERT_EQ(reader.read(width), (std::uint64_t{1} << width) - 1);
    }
    EXPECT_FALSE(reader.failed());
    EXPECT_LT(reader.remaining(), 8U);
}

TEST(Bits, ReadingPastTheEndFailsSoftlyAndForGood) {
    const sim::Bytes bytes = sim::bytes_of({0xFF, 0xFF});
    BitReader reader(bytes);
    EXPECT_EQ(reader.read(15), 0x7FFFU);
    EXPECT_EQ(reader.read(2), 0U);
    EXPECT_TRUE(reader.failed() && reader.ended());
    EXPECT_EQ(reader.offset(), 15U);
    EXPECT_FALSE(reader.flag());
    EXPECT_EQ(reader.small(0), 0U);
    EXPECT_EQ(reader.offset(), 15U);

    BitReader at_end(sim::ByteView{});
    EXPECT_FALSE(at_end.flag_if_any());
    EXPECT_FALSE(at_end.failed());
    EXPECT_EQ(at_end.small(2), 0U);
    EXPECT_TRUE(at_end.failed() && at_end.ended());
}

TEST(Bits, ANumberCutAnywhereEnds) {
    for (const std::uint64_t value : {0U, 1U, 6U, 1000U, 500'000'000U}) {
        for (unsigned low_bits = 0; low_bits < 4; ++low_bits) {
            const unsigned bits = small_bits(value, low_bits);
            for (unsigned left = 0; left < bits; ++left) {
                // So many bits remain at the end of the last byte.
                const unsigned before = (8 - left % 8) % 8;
                sim::Bytes out;
                BitWriter writer(out);
                writer.write(0, before);
                writer.write_small(value, low_bits);
                writer.finish();
                out.resize((before + left) / 8);
                BitReader reader(out);
                reader.read(before);
                EXPECT_EQ(reader.small(low_bits), 0U);
                EXPECT_TRUE(reader.failed() && reader.ended()) << value << ", " << left;
            }
        }
    }
}

TEST(Bits, ANumberOutOfBoundsFailsWithoutEnding) {
    const sim::Bytes eight(8);
    BitReader reader(eight);
    reader.small(0);
    EXPECT_TRUE(reader.failed() && !reader.ended());

    // The largest number of the code for the high part is too large once it has low bits.
    sim::Bytes out;
    BitWriter writer(out);
    writer.write_small(k_small_max / 4 + 1, 0);
    writer.write(0, 2);
    writer.finish();
    BitReader with_low_bits(out);
    with_low_bits.small(2);
    EXPECT_TRUE(with_low_bits.failed() && !with_low_bits.ended());
    EXPECT_EQ(with_low_bits.offset(), 0U);
}

TEST(Bits, WhatIsCutOffIsNotThere) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        sim::Bytes whole;
        sim::Bytes cut;
        BitWriter first(whole);
        BitWriter second(cut);
        for (int i = 0; i < 20; ++i) {
            const unsigned width = random.below(33U);
            const std::uint64_t value = random.next64() & ((std::uint64_t{1} << width) - 1);
            first.write(value, width);
            second.write(value, width);
            const std::size_t bits = second.bits();
            second.write(random.next32(), 32);
            second.write_small(random.below(1000U), 2);
            second.cut(bits);
            ASSERT_EQ(second.bits(), first.bits());
        }
        first.finish();
        second.finish();
        EXPECT_EQ(whole, cut);
    }
}

TEST(BitsDeathTest, AValueWiderThanItsBitsIsOurMistake) {
    sim::Bytes out;
    BitWriter writer(out);
    EXPECT_DEATH(writer.write(4, 2), "count");
    EXPECT_DEATH(writer.write(0, 33), "count");
    EXPECT_DEATH(writer.write_small(k_small_max + 1, 0), "k_small_max");
    EXPECT_DEATH(writer.cut(1), "bits");
}

}  // namespace
}  // namespace tandem::net::wire
