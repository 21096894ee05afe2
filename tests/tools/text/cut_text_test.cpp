// SPDX-License-Identifier: MIT
// What is cut has exactly the characters that there is room for, and says that it was cut.
#include <gtest/gtest.h>

#include <tandem/tools/text/cut_text.hpp>

namespace tandem::test {
namespace {

TEST(CutText, LeavesWhatFits) {
    EXPECT_EQ(tools::cut_text("", 5, "."), "");
    EXPECT_EQ(tools::cut_text("barth", 5, "."), "barth");
}

TEST(CutText, EndsALongOneWithItsEnding) {
    EXPECT_EQ(tools::cut_text("bartholomew", 5, "."), "bart.");
    EXPECT_EQ(tools::cut_text("bartholomew", 6, "..."), "bar...");
}

TEST(CutText, CountsCharactersAndCutsNone) {
    EXPECT_EQ(tools::cut_text("\xC3\xA4\xC3\xB6\xC3\xBC", 3, "."), "\xC3\xA4\xC3\xB6\xC3\xBC");
    EXPECT_EQ(tools::cut_text("\xC3\xA4\xC3\xB6\xC3\xBC", 2, "."), "\xC3\xA4.");
}

}  // namespace
}  // namespace tandem::test
