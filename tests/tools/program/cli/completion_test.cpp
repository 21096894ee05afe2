// SPDX-License-Identifier: MIT
// The program says what may stand where; end_to_end lets the shells ask it.
#include <tandem/tools/program/cli/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

using Words = std::vector<std::string>;

Completion completed(const Words& words) {
    return complete(program_of_two_games(), {best_verb()}, words);
}

Words offered(const Words& words) {
    Words offers;
    for (const Offer& offer : completed(words).offers) {
        offers.push_back(offer.word);
    }
    return offers;
}

TEST(Completing, OffersVerbsByAllTheirNamesUntilThereIsOne) {
    EXPECT_EQ(offered({""}), (Words{"best", "top"}));
    EXPECT_EQ(offered({"--game", "duel", "b"}), Words{"best"});
    EXPECT_EQ(completed({"b"}).offers.front().sentence, "Print who was best: it's a list");
    EXPECT_EQ(offered({"nosuch", "b"}), Words{});
}

TEST(Completing, OffersTheOptionsOfTheVerbAndOfTheProgramButNoHiddenOne) {
    EXPECT_EQ(offered({"top", "--a"}), (Words{"--at", "--all"}));
    EXPECT_EQ(offered({"--jso"}), Words{"--json"});
    EXPECT_EQ(offered({"best", "-n"}), Words{"-n"});
    EXPECT_EQ(offered({"best", "--se"}), Words{});
    EXPECT_EQ(offered({"best", "--", "--a"}), Words{});
}

TEST(Completing, OffersWhatAnOptionTakes) {
    EXPECT_EQ(offered({"best", "--by", ""}), (Words{"age", "size"}));
    EXPECT_EQ(offered({"best", "--number", ""}), Words{});
    EXPECT_EQ(offered({"best", "--game", "s"}), Words{"swarm"});
    EXPECT_EQ(completed({"best", "--in", ""}).kind, Completion::Kind::folders);
    EXPECT_EQ(completed({"best", "--by", "age", "a"}).kind, Completion::Kind::files);
    EXPECT_EQ(completed({"best", "--all", "a"}).kind, Completion::Kind::files);
}

TEST(Completing, KeepsWhatStandsBeforeAValueInItsWord) {
    const Completion by = completed({"best", "--by=a"});
    EXPECT_EQ(by.head, "--by=");
    ASSERT_EQ(by.offers.size(), 1U);
    EXPECT_EQ(by.offers.front().word, "age");
    const Completion of = completed({"best", "--of", "red,b"});
    EXPECT_EQ(of.head, "red,");
    EXPECT_EQ(of.offers.front().word, "blue");
    EXPECT_EQ(of.kind, Completion::Kind::unfinished_words);
}

TEST(Completing, FindsFilesBehindAWordThatLeadsToThem) {
    const Completion word = completed({"best", "--from", "sc"});
    EXPECT_EQ(word.kind, Completion::Kind::unfinished_words);
    EXPECT_EQ(word.offers.front().word, "script:");
    const Completion file = completed({"best", "--from", "1=script:k"});
    EXPECT_EQ(file.kind, Completion::Kind::files);
    EXPECT_EQ(file.head, "1=script:");
    EXPECT_EQ(offered({"best", "--from", "1=b"}), Words{"bot"});
}

TEST(Completing, OffersOptionsWhereNoFurtherArgumentIsTaken) {
    EXPECT_EQ(completed({"best", ""}).kind, Completion::Kind::files);
    EXPECT_NE(offered({"best", "a.tandem", ""}), Words{});
}

TEST(Completing, OffersNoWordThatAShellWouldEvaluate) {
    const ProgramName odd{.name = "odd", .games = {"duel", "$(id)", "`id`", "a b", "o'd"}};
    const Completion games = complete(odd, {}, {"--game", ""});
    ASSERT_EQ(games.offers.size(), 1U);
    EXPECT_EQ(games.offers.front().word, "duel");
}

TEST(Completing, AnswersEachShellInItsOwnWay) {
    const auto lines = [](Shell shell, const Words& words) {
        return completion_lines(shell, program_of_two_games(), {best_verb()}, words);
    };
    EXPECT_EQ(lines(Shell::bash, {"best", "--by", "=", "a"}), "words\n\nage");
    EXPECT_EQ(lines(Shell::bash, {"best", "--of", "red,b"}), "unfinished\nred,\nred,blue");
    EXPECT_EQ(lines(Shell::bash, {"best", "--from", "script", ":", "k"}), "file\n");
    EXPECT_EQ(lines(Shell::zsh, {"best", "--from", "s"}), "unfinished\n\nscript\\:");
    EXPECT_EQ(lines(Shell::zsh, {"best", "--al"}), "words\n\n--all:Everybody");
    EXPECT_EQ(lines(Shell::fish, {"best", "--by=a"}), "words\n--by=\n--by=age");
    EXPECT_EQ(lines(Shell::fish, {"best", "--in", "x"}), "directory\n");
}

}  // namespace
}  // namespace tandem::tools
