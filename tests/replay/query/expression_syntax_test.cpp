// SPDX-License-Identifier: MIT
// What is no expression is refused at its place, and what is one has one meaning.
#include <tandem/replay/query/expression_syntax.hpp>

#include <string>

#include <gtest/gtest.h>

namespace tandem::replay {
namespace {

using Kind = ConditionSyntax::Kind;

// The tree with all parentheses that its meaning has.
std::string shown_syntax(const ExpressionSyntax& syntax, std::size_t at) {
    const ConditionSyntax& condition = syntax.conditions[at];
    const auto joined = [&](const std::string& word) {
        std::string text;
        for (const std::size_t part : condition.parts) {
            text += (text.empty() ? "(" : " " + word + " ") + shown_syntax(syntax, part);
        }
        return text + ")";
    };
    switch (condition.kind) {
        case Kind::all:
            return joined("and");
        case Kind::any:
            return joined("or");
        case Kind::negation:
            return "not " + shown_syntax(syntax, condition.parts[0]);
        case Kind::comparison:
            return condition.left.text + "?" + condition.right.text;
        case Kind::truth:
            return condition.left.text;
        case Kind::changed:
            return "changed " + condition.left.text;
        case Kind::present:
            return "present " + condition.left.text;
    }
    return "";
}

std::string meaning(const std::string& text) {
    const auto syntax = parse_expression(text);
    EXPECT_TRUE(syntax) << (syntax ? "" : syntax.error().text());
    return syntax ? shown_syntax(*syntax, syntax->root()) : "";
}

std::string syntax_refusal(const std::string& text) {
    const auto syntax = parse_expression(text);
    EXPECT_FALSE(syntax) << text;
    return syntax ? "" : syntax.error().text();
}

TEST(ExpressionSyntax, BindsNotBeforeAndBeforeOr) {
    EXPECT_EQ(meaning("a or b and not c"), "(a or (b and not c))");
    EXPECT_EQ(meaning("(a or b) and c"), "((a or b) and c)");
    EXPECT_EQ(meaning("not not a"), "a");
    EXPECT_EQ(meaning("not not not (a and b)"), "not (a and b)");
    EXPECT_EQ(meaning("a == 1 and b < -2 and c"), "(a?1 and b?-2 and c)");
    EXPECT_EQ(meaning("changed(a[1].b) or present(3)"), "(changed a[1].b or present 3)");
    EXPECT_EQ(meaning("changed==1"), "changed?1");
}

TEST(ExpressionSyntax, TakesBracketsQuotesAndBackquotesWhole) {
    EXPECT_EQ(meaning("owners[\"A ]\"].hp == 1"), "owners[\"A ]\"].hp?1");
    EXPECT_EQ(meaning("`odd name[0]`==1"), "odd name[0]?1");
    EXPECT_EQ(meaning("a == \"x\\x41\\\"\\\\\""), "a?xA\"\\");
    EXPECT_EQ(meaning("a == raw 12"), "a?12");
    EXPECT_EQ(meaning("a == alternative 1"), "a?1");
    EXPECT_EQ(meaning("raw == 1"), "raw?1");
}

TEST(ExpressionSyntax, NamesTheCharacterWhereItGoesWrong) {
    EXPECT_EQ(syntax_refusal(""),
              "expression, character 1: expected a field or a value, found the end");
    EXPECT_EQ(syntax_refusal("a == "),
              "expression, character 6: expected a field or a value, found the end");
    EXPECT_EQ(syntax_refusal("a = 1"),
              "expression, character 3: '=' begins nothing here; write == to compare");
    EXPECT_EQ(syntax_refusal("a == 1 && b"),
              "expression, character 8: '&' begins nothing here; write and");
    EXPECT_EQ(syntax_refusal("(a == 1"),
              "expression, character 8: expected and, or, or ), found the end");
    EXPECT_EQ(syntax_refusal("a == 1)"),
              "expression, character 7: expected and, or, or the end, found ')'");
    EXPECT_EQ(
        syntax_refusal("1 < a < 3"),
        "expression, character 7: expected and, or, or the end after a comparison, found '<'");
    EXPECT_EQ(syntax_refusal("a b"),
              "expression, character 3: expected and, or, or the end, found 'b'");
    EXPECT_EQ(syntax_refusal("changed()"), "expression, character 9: expected a path, found ')'");
    EXPECT_EQ(syntax_refusal("present(a)"),
              "expression, character 9: expected the number of a player, found 'a'");
    EXPECT_EQ(syntax_refusal("changed(a, b)"), "expression, character 10: ',' begins nothing here");
    EXPECT_EQ(syntax_refusal("a[1 == 2"), "expression, character 2: this bracket is never closed");
    EXPECT_EQ(syntax_refusal("a == \"x"), "expression, character 6: this quote is never closed");
    EXPECT_EQ(syntax_refusal("`a"), "expression, character 1: this backquote is never closed");
    EXPECT_EQ(syntax_refusal("a == \"\\q\""),
              "expression, character 7: a backslash is followed by \\, \" or xNN");
    EXPECT_EQ(syntax_refusal("a and or b"),
              "expression, character 7: expected a field or a value, found 'or'");
}

// Hostile texts are refused before they cost a stack or memory.
TEST(ExpressionSyntax, IsBoundedInLengthAndDepth) {
    EXPECT_NE(syntax_refusal(std::string(5'000, 'a')).find("at most 4096"), std::string::npos);
    EXPECT_EQ(meaning(std::string(32, '(') + "a" + std::string(32, ')')), "a");
    EXPECT_NE(
        syntax_refusal(std::string(33, '(') + "a" + std::string(33, ')')).find("at most 32 deep"),
        std::string::npos);
    std::string nots;
    for (int i = 0; i < 1'001; ++i) {
        nots += "not ";
    }
    EXPECT_EQ(meaning(nots + "a"), "not a");
    std::string ands = "a";
    for (int i = 0; i < 600; ++i) {
        ands += " and a";
    }
    EXPECT_TRUE(parse_expression(ands));
}

}  // namespace
}  // namespace tandem::replay
