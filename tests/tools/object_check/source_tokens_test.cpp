// SPDX-License-Identifier: MIT
// Words, literals and signs of a preprocessed source, and their lines.
#include <tandem/tools/object_check/source_tokens.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

// "std|::|size_t|a|=|60'000", literals in quotes.
std::string words(std::string_view text) {
    std::string joined;
    for (const Token& token : tokens_of(text).tokens) {
        const std::string quote = token.kind == Token::Kind::text ? "\"" : "";
        joined += (joined.empty() ? "" : "|") + quote + std::string(token.text) + quote;
    }
    return joined;
}

TEST(SourceTokens, AreWordsLiteralsAndSigns) {
    EXPECT_EQ(words("std::size_t a_1=2;"), "std|::|size_t|a_1|=|2|;");
    EXPECT_EQ(words("x<y>{}"), "x|<|y|>|{|}");
    EXPECT_EQ(words("f(\"a;\\\"b\", ';', L\"c\")"), "f|(|\"a;\\\"b\"|,|\";\"|,|L|\"c\"|)");
    EXPECT_EQ(words("a = 60'000; b"), "a|=|60|'|000|;|b");
    EXPECT_EQ(words("a = R\"x(\");)\" )x\"; b"), "a|=|\"(\");)\" \"|;|b");
}

TEST(SourceTokens, KnowTheirLineAndFile) {
    const TokenizedSource source =
        tokens_of("a\n\nb # c\n# 7 \"game.hpp\" 1\nd R\"(\n\n)\" e\n#pragma once\nf\n");
    ASSERT_EQ(source.tokens.size(), 8U);
    const auto place = [&](std::size_t index) {
        const Token& token = source.tokens[index];
        return source.files[token.file] + ":" + std::to_string(token.line) + " " +
               std::string(token.text);
    };
    EXPECT_EQ(place(0), ":1 a");
    EXPECT_EQ(place(1), ":3 b");
    EXPECT_EQ(place(4), "game.hpp:7 d");
    EXPECT_EQ(place(6), "game.hpp:9 e");
    EXPECT_EQ(place(7), "game.hpp:11 f");
}

TEST(SourceTokens, LeaveOutTheHeadersOfTheSystem) {
    EXPECT_EQ(words("a\n# 1 \"/usr/include/x\" 1 3 4\nb\n# 2 \"game.cpp\" 2\nc\n"), "a|c");
}

TEST(SourceTokens, KeepWhatAMacroOfTheSystemWritesIntoAFileOfTheUsers) {
    EXPECT_EQ(words("# 1 \"/usr/include/x\" 1 3 4\na\n# 2 \"game.cpp\" 2\nb\n# 3 \"game.cpp\" 3 4\n"
                    "c\n# 3 \"game.cpp\"\nd\n# 9 \"/usr/include/x\" 2 3\ne\n"),
              "b|c|d");
}

TEST(SourceTokens, EndWithTheText) {
    EXPECT_EQ(words("\"a"), "\"a\"");
    EXPECT_EQ(words("'\\"), "\"\\\"");
    EXPECT_EQ(words("R\"x("), "\"(\"");
    EXPECT_EQ(words("# 3"), "");
}

}  // namespace
}  // namespace tandem::object_check
