// SPDX-License-Identifier: MIT
// The pieces of which every shell's script is made.
#include <tandem/tools/program/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(CompletionParts, NameAFunctionThatAnyShellTakes) {
    EXPECT_EQ(shell_function({.name = "tandem"}), "_tandem");
    EXPECT_EQ(shell_function({.name = "my-game 2.0"}), "_my_game_2_0");
}

TEST(CompletionParts, OfferNoWordThatAShellWouldEvaluate) {
    EXPECT_EQ(plain_words({"duel", "$(id)", "`id`", "o'd", "a b", "", "script:", "my-game_2.0"}),
              (std::vector<std::string>{"duel", "script:", "my-game_2.0"}));
}

TEST(CompletionParts, AreFilledIn) {
    EXPECT_EQ(filled("@A@ and @B@ and @A@", {{"A", "x@"}, {"B", "y"}}), "x@ and y and x@");
    EXPECT_EQ(filled("@A@ @C@", {{"A", "@B@"}, {"B", "y"}}), "@B@ @C@");
}

TEST(CompletionParts, LeaveOutWhatIsHidden) {
    const Verb verb = best_verb();
    const auto options = shown_options(verb.options);
    EXPECT_EQ(options.size() + 2, verb.options.size());
    EXPECT_EQ(options.back().names.front(), "--all");
    ASSERT_EQ(shown_arguments(verb.options).size(), 1U);
    EXPECT_EQ(shown_arguments(verb.options)[0].names.front(), "FILE");
}

TEST(CompletionParts, KnowWhichWordsAFileFollows) {
    EXPECT_TRUE(leads_to_files(Text{.words = {"bot", "script:"}}));
    EXPECT_FALSE(leads_to_files(Text{.words = {"bot"}}));
}

}  // namespace
}  // namespace tandem::tools
