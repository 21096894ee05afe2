// SPDX-License-Identifier: MIT
// Hashes are shown with all their digits.
#include <gtest/gtest.h>

#include <tandem/replay/text.hpp>

namespace tandem::test {
namespace {

TEST(HexText, HasAllDigitsInLowerCase) {
    EXPECT_EQ(replay::hex64(0), "0000000000000000");
    EXPECT_EQ(replay::hex64(0xFEDCBA9876543210U), "fedcba9876543210");
    EXPECT_EQ(replay::hex16(0x0A0F), "0a0f");
}

}  // namespace
}  // namespace tandem::test
