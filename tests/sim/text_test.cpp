// SPDX-License-Identifier: MIT
// Small values as text.
#include <tandem/sim/text.hpp>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

TEST(Text, AHashHasAllItsDigitsWhateverItsSize) {
    EXPECT_EQ(hex64(0), "0000000000000000");
    EXPECT_EQ(hex64(0x00c0ffee), "0000000000c0ffee");
    EXPECT_EQ(hex64(0xfedcba9876543210), "fedcba9876543210");
    EXPECT_EQ(hex16(0x0a0f), "0a0f");
}

TEST(Text, ForeignTextCannotLeaveItsQuotesOrMoveTheCursor) {
    EXPECT_EQ(escaped("plain text ~ !"), "plain text ~ !");
    EXPECT_EQ(escaped("\x1b[2J\n\"\\\x7f\xc3\xa9"), "\\x1b[2J\\x0a\\x22\\x5c\\x7f\\xc3\\xa9");
    EXPECT_EQ(escaped(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(byte_escape('\xff'), "\\xff");
}

TEST(Text, ARateIsWholeOrAFraction) {
    EXPECT_EQ(rate_text(TickRate(60)), "60");
    EXPECT_EQ(rate_text(TickRate(50, 3)), "50/3");
}

TEST(Text, SlotsAreListedFromTheLowest) {
    EXPECT_EQ(slots_text(0), "none");
    EXPECT_EQ(slots_text(1), "0");
    EXPECT_EQ(slots_text(0b100011), "0,1,5");
    EXPECT_EQ(slots_text(std::uint64_t{1} << 63 | 1), "0,63");
}

}  // namespace
}  // namespace tandem::sim
