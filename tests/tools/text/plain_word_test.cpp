// SPDX-License-Identifier: MIT
// A plain word is one that no shell reads as anything else.
#include <tandem/tools/text/plain_word.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(PlainWord, LettersAndDigitsAreThoseOfAscii) {
    for (const char letter : {'a', 'z', 'A', 'Z', '0', '9'}) {
        EXPECT_TRUE(is_letter_or_digit(letter)) << letter;
    }
    for (const char letter : {'`', '{', '@', '[', '/', ':', '_', ' ', '\0', '\xe9'}) {
        EXPECT_FALSE(is_letter_or_digit(letter)) << static_cast<int>(letter);
    }
}

TEST(PlainWord, HasOnlyTheSignsThatAreNamed) {
    EXPECT_TRUE(is_plain_word("best_of-2", "-_"));
    EXPECT_FALSE(is_plain_word("best_of-2", "-"));
    EXPECT_FALSE(is_plain_word("a b", "-_"));
    EXPECT_FALSE(is_plain_word("", "-_"));
}

}  // namespace
}  // namespace tandem::tools
