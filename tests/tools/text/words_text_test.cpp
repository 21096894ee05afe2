// SPDX-License-Identifier: MIT
// Separators stand between words and nowhere else.
#include <tandem/tools/text/words_text.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(WordsText, HasASeparatorBetweenWordsAndNowhereElse) {
    EXPECT_EQ(words_text({}, ", "), "");
    EXPECT_EQ(words_text({"a"}, ", "), "a");
    EXPECT_EQ(words_text({"a", "b", "c"}, ", "), "a, b, c");
    EXPECT_EQ(words_text({"", "a"}, ", "), "a");
}

}  // namespace
}  // namespace tandem::tools
