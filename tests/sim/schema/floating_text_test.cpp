// SPDX-License-Identifier: MIT
// Floating-point bits as text: enough digits to tell neighbours apart, in both widths.
#include <tandem/sim/schema/floating_text.hpp>

#include <cstdint>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

constexpr std::uint64_t k_float_one = 0x3f800000;
constexpr std::uint64_t k_double_one = 0x3ff0000000000000;

TEST(FloatingText, IsShortForWhatIsShort) {
    EXPECT_EQ(floating_text(k_float_one, 4), "1");
    EXPECT_EQ(floating_text(k_double_one, 8), "1");
    EXPECT_EQ(floating_text(0xc000000000000000, 8), "-2");
}

TEST(FloatingText, TellsNeighboursApart) {
    EXPECT_EQ(floating_text(k_float_one + 1, 4), "1.00000012");
    EXPECT_EQ(floating_text(k_double_one + 1, 8), "1.0000000000000002");
}

}  // namespace
}  // namespace tandem::sim
