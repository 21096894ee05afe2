// SPDX-License-Identifier: MIT
// Foreign text keeps its words and loses its power.
#include <tandem/tools/text/escaped.hpp>

#include <cstdint>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(Escaped, LeavesWordsOfAllLanguages) {
    EXPECT_EQ(escaped("J\xc3\xbcrgen \xe6\x97\xa5 \xf0\x9f\x8e\xae \"a\\b\""),
              "J\xc3\xbcrgen \xe6\x97\xa5 \xf0\x9f\x8e\xae \"a\\b\"");
}

std::string utf8(std::uint32_t point) {
    if (point < 0x800) {
        return {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
    }
    const std::string end{static_cast<char>(0x80 | (point >> 6 & 0x3F)),
                          static_cast<char>(0x80 | (point & 0x3F))};
    if (point < 0x10000) {
        return static_cast<char>(0xE0 | point >> 12) + end;
    }
    return std::string{static_cast<char>(0xF0 | point >> 18),
                       static_cast<char>(0x80 | (point >> 12 & 0x3F))} +
           end;
}

// The first and the last of every range, and their neighbours.
TEST(Escaped, DisarmsEveryRangeFromItsFirstToItsLast) {
    for (const std::uint32_t point :
         {0x80U, 0x9FU, 0x61CU, 0x200BU, 0x200CU, 0x200DU, 0x200EU, 0x200FU, 0x2028U, 0x202EU,
          0x2060U, 0x206FU, 0xFEFFU, 0xADU, 0x180EU, 0xFFF9U, 0xFFFBU, 0xE0000U, 0xE0FFFU}) {
        EXPECT_TRUE(escaped(utf8(point)).starts_with("\\x")) << point;
    }
    for (const std::uint32_t point :
         {0xA0U, 0xACU, 0xAEU, 0x61BU, 0x61DU, 0x180DU, 0x180FU, 0x200AU, 0x2010U, 0x2027U, 0x202FU,
          0x205FU, 0x2070U, 0xFEFEU, 0xFFF8U, 0xFFFCU, 0xDFFFFU, 0xE1000U}) {
        EXPECT_EQ(escaped(utf8(point)), utf8(point)) << point;
    }
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
