// SPDX-License-Identifier: MIT
// Numbers as people read them.
#include <tandem/tools/text/number_text.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(NumberText, AHashHasAllItsDigits) {
    EXPECT_EQ(hash_text(0), "0000000000000000");
    EXPECT_EQ(hash_text(0x0123'4567'89ab'cdef), "0123456789abcdef");
}

TEST(NumberText, OnlyOneOfAThingIsSingular) {
    EXPECT_EQ(count_text(0, "tick"), "0 ticks");
    EXPECT_EQ(count_text(1, "tick"), "1 tick");
    EXPECT_EQ(count_text(2, "tick"), "2 ticks");
}

TEST(NumberText, ADurationHasTheTwoUnitsThatMatter) {
    EXPECT_EQ(duration_text(0), "0 s");
    EXPECT_EQ(duration_text(59), "59 s");
    EXPECT_EQ(duration_text(185), "3 min 05 s");
    EXPECT_EQ(duration_text(7620), "2 h 07 min");
}

}  // namespace
}  // namespace tandem::tools
