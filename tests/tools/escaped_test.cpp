// SPDX-License-Identifier: MIT
// Foreign text keeps its words and loses its power.
#include <tandem/tools/escaped.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(Escaped, LeavesWordsOfAllLanguages) {
    EXPECT_EQ(escaped("J\xc3\xbcrgen \xe6\x97\xa5 \xf0\x9f\x8e\xae \"a\\b\""),
              "J\xc3\xbcrgen \xe6\x97\xa5 \xf0\x9f\x8e\xae \"a\\b\"");
}

TEST(Escaped, DisarmsControlsOverridesAndBrokenUtf8) {
    EXPECT_EQ(escaped("a\nb"), "a\\x0ab");
    EXPECT_EQ(escaped("\x1b[2J\x7f"), "\\x1b[2J\\x7f");
    EXPECT_EQ(escaped("\xc2\x9b"), "\\xc2\\x9b");                    // C1: the one-byte CSI
    EXPECT_EQ(escaped("\xe2\x80\xae"), "\\xe2\\x80\\xae");           // right-to-left override
    EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
    EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
    EXPECT_EQ(escaped("\xe6\x97"), "\\xe6\\x97");                    // cut
    EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

}  // namespace
}  // namespace tandem::tools
