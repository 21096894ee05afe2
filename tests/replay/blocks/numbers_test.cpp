// SPDX-License-Identifier: MIT
// Numbers of any size come back, in the fewest bytes, and have only one form.
#include <limits>

#include <gtest/gtest.h>

#include <tandem/replay/blocks/numbers.hpp>

namespace tandem::test {
namespace {

constexpr std::uint64_t k_number_most = std::numeric_limits<std::uint64_t>::max();

TEST(Numbers, ComeBackInTheFewestBytes) {
    for (unsigned bits = 0; bits <= 64; ++bits) {
        const std::uint64_t number = bits == 64 ? k_number_most : (std::uint64_t{1} << bits) - 1;
        sim::Bytes bytes;
        replay::append_number(bytes, number);
        EXPECT_EQ(bytes.size(), bits == 0 ? 1 : (bits + 6) / 7) << bits;
        EXPECT_LE(bytes.size(), replay::k_number_bytes_max);
        sim::ByteReader reader(bytes);
        EXPECT_EQ(replay::read_number(reader), number) << bits;
        EXPECT_TRUE(reader.at_end() && !reader.failed());
    }
}

bool is_refused(std::initializer_list<unsigned> bytes) {
    sim::Bytes all;
    for (const unsigned byte : bytes) {
        all.push_back(static_cast<std::byte>(byte));
    }
    sim::ByteReader reader(all);
    replay::read_number(reader);
    return reader.failed();
}

TEST(Numbers, OfAnotherFormAreRefused) {
    EXPECT_FALSE(is_refused({0}));
    EXPECT_FALSE(is_refused({0x80, 1}));
    EXPECT_TRUE(is_refused({0x80}));  // cut
    EXPECT_TRUE(is_refused({}));
    EXPECT_TRUE(is_refused({0x80, 0}));  // a byte too long
    EXPECT_FALSE(is_refused({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1}));
    EXPECT_TRUE(is_refused({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2}));
    EXPECT_TRUE(is_refused({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0}));
}

TEST(Numbers, OfDifferencesHaveTheirSign) {
    for (const std::int64_t difference :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, std::int64_t{-300},
          std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        sim::Bytes bytes;
        replay::append_difference(bytes, difference);
        sim::ByteReader reader(bytes);
        EXPECT_EQ(replay::read_difference(reader), difference);
        EXPECT_TRUE(reader.at_end());
    }
}

}  // namespace
}  // namespace tandem::test
