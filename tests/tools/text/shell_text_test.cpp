// SPDX-License-Identifier: MIT
// Whatever a text holds, a shell takes it as one word.
#include <tandem/tools/text/shell_text.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(ShellText, QuotesWhateverStandsInAText) {
    EXPECT_EQ(shell_quoted("a $b"), "'a $b'");
    EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

TEST(ShellText, AWordHasQuotesWhereItNeedsThem) {
    EXPECT_EQ(shell_word("../a-1.tandem"), "../a-1.tandem");
    EXPECT_EQ(shell_word("my match.tandem"), "'my match.tandem'");
    EXPECT_EQ(shell_word("ann's"), "'ann'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
}

}  // namespace
}  // namespace tandem::tools
