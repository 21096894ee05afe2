// SPDX-License-Identifier: MIT
// Small values as text.
#include <tandem/sim/text.hpp>

#include <iterator>
#include <string_view>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

TEST(Text, AHashHasAllItsDigitsWhateverItsSize) {
    EXPECT_EQ(hex64(0), "0000000000000000");
    EXPECT_EQ(hex64(0x00c0ffee), "0000000000c0ffee");
    EXPECT_EQ(hex64(0xfedcba9876543210), "fedcba9876543210");
}

TEST(Text, ForeignTextCannotLeaveItsQuotesOrMoveTheCursor) {
    EXPECT_EQ(escaped_ascii("plain text ~ !"), "plain text ~ !");
    EXPECT_EQ(escaped_ascii("\x1b[2J\n\"\\\x7f\xc3\xa9"), "\\x1b[2J\\x0a\\x22\\x5c\\x7f\\xc3\\xa9");
    EXPECT_EQ(escaped_ascii(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(byte_escape('\xff'), "\\xff");
}

// "aé€😀": characters of one to four bytes.
constexpr std::string_view k_widths = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";

TEST(Text, CharactersAreCountedAndNotBytes) {
    EXPECT_EQ(characters_of(""), 0U);
    EXPECT_EQ(characters_of("plain"), 5U);
    EXPECT_EQ(k_widths.size(), 10U);
    EXPECT_EQ(characters_of(k_widths), 4U);
    EXPECT_FALSE(continues_character('a'));
    EXPECT_FALSE(continues_character('\xc3'));
    EXPECT_TRUE(continues_character('\xa9'));
}

TEST(Text, WhatIsCutEndsWithAWholeCharacter) {
    constexpr std::size_t k_whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (std::size_t bytes = 0; bytes < std::size(k_whole); ++bytes) {
        EXPECT_EQ(whole_characters(k_widths, bytes), k_widths.substr(0, k_whole[bytes])) << bytes;
    }
    EXPECT_EQ(whole_characters("\xa9\xa9\xa9", 2), "") << "no character begins in it";
}

TEST(Text, TheFirstCharactersAreWhole) {
    EXPECT_EQ(first_characters("a\xc3\xab\xe2\x82\xac", 0), "");
    EXPECT_EQ(first_characters("a\xc3\xab\xe2\x82\xac", 2), "a\xc3\xab");
    EXPECT_EQ(first_characters("a\xc3\xab\xe2\x82\xac", 3), "a\xc3\xab\xe2\x82\xac");
    EXPECT_EQ(first_characters("ab", 9), "ab");
}

TEST(Text, ARateIsWholeOrAFraction) {
    EXPECT_EQ(rate_text(TickRate(60)), "60");
    EXPECT_EQ(rate_text(TickRate(50, 3)), "50/3");
}

TEST(Text, OneTickIsNoPlural) {
    EXPECT_EQ(ticks_text(0), "0 ticks");
    EXPECT_EQ(ticks_text(1), "1 tick");
    EXPECT_EQ(ticks_text(216'000), "216000 ticks");
}

TEST(Text, SlotsAreListedFromTheLowest) {
    EXPECT_EQ(slots_text(0), "none");
    EXPECT_EQ(slots_text(1), "0");
    EXPECT_EQ(slots_text(0b100011), "0,1,5");
    EXPECT_EQ(slots_text(std::uint64_t{1} << 63 | 1), "0,63");
}

}  // namespace
}  // namespace tandem::sim
