// SPDX-License-Identifier: MIT
// Help is made of the verbs' values alone, in lines that a terminal has room for.
#include <tandem/tools/program/cli/help.hpp>

#include <sstream>

#include <gtest/gtest.h>

#include <tandem/tools/verbs/list.hpp>
#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

const ProgramName k_two_games = program_of_two_games();
const Verb k_best{
    .name = "best",
    .other_names = {"top"},
    .sentence = "Print who was best",
    .example = "best a.tandem",
    .options = {
        {.names = {"FILE"}, .sentence = "Where to look", .value = Path{}, .is_required = true},
        {.names = {"MORE"}, .sentence = "And there", .value = Path{}, .is_repeated = true},
        {.names = {"-n", "--number"},
         .value_name = "N",
         .sentence = "So many",
         .default_text = "3",
         .value = Whole{}},
        {.names = {"--by"},
         .value_name = "FIELD",
         .sentence = "What is counted",
         .value = Text{},
         .is_repeated = true},
        {.names = {"--secret"}, .sentence = "For programs", .is_hidden = true}}};

TEST(Help, OfAVerbIsAllThatItDeclares) {
    const std::string help = verb_help(k_two_games, k_best);
    EXPECT_TRUE(
        help.starts_with("Print who was best\n"
                         "Usage: tandem best [OPTIONS] FILE [MORE...]\n"
                         "\nArguments:\n"
                         "  FILE                        Where to look\n"
                         "  [MORE...]                   And there\n"
                         "\nOptions:\n"
                         "  -n,--number N               So many (3)\n"
                         "  --by FIELD ...              What is counted\n"
                         "\nOptions of every verb:\n"))
        << help;
    EXPECT_FALSE(has(help, "secret"));
    EXPECT_TRUE(help.ends_with("\nExample: tandem best a.tandem"));
}

TEST(Help, OfAVerbHasItsSectionsBelowTheOptions) {
    Verb verb = k_best;
    verb.sections = {{"Kinds", {{"tall", "Who is tall"}}}};
    EXPECT_TRUE(has(verb_help(k_two_games, verb),
                    "What is counted\n"
                    "\nKinds:\n"
                    "  tall                        Who is tall\n"
                    "\nOptions of every verb:\n"));
}

TEST(Help, OfEveryVerbHasTheOptionsOfTheProgramToo) {
    for (const Verb& verb : all_verbs()) {
        const std::string help = verb_help(k_two_games, verb);
        for (const char* option : {"--game NAME", "--json", "--quiet", "-h,--help"}) {
            EXPECT_TRUE(has(help, std::string("\n  ") + option)) << verb.name << option;
        }
        EXPECT_TRUE(has(help, "\nExample: tandem ")) << verb.name;
    }
}

TEST(Help, OfTheProgramListsEveryVerbByAllItsNames) {
    const std::string help = program_help(k_two_games, all_verbs({k_best}));
    for (const Verb& verb : all_verbs()) {
        EXPECT_TRUE(has(help, "\n  " + verb.name)) << verb.name;
    }
    EXPECT_TRUE(has(help, "\n  best, top                   Print who was best\n"));
    EXPECT_TRUE(has(help, "Exit codes:"));
}

TEST(Help, IsNoWiderThanATerminal) {
    std::string text = program_help(k_two_games, all_verbs());
    for (const Verb& verb : all_verbs()) {
        text += "\n" + verb_help(k_two_games, verb);
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 80U) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

TEST(Help, OfALongNameBeginsBelowIt) {
    Verb verb = k_best;
    verb.options = {{.names = {"-n", "--a-name-without-end"},
                     .value_name = "NUMBER",
                     .sentence = "So many",
                     .value = Whole{}}};
    EXPECT_TRUE(has(verb_help(k_two_games, verb),
                    "  -n,--a-name-without-end NUMBER\n" + std::string(30, ' ') + "So many\n"));
}

TEST(Help, AloneSaysWhatToDoNextInWordsThatCanBeTyped) {
    const std::string both = what_to_do_next(k_two_games, all_verbs(), true);
    EXPECT_TRUE(has(both, "\n  tandem --game duel record --inputs keys\n")) << both;
    EXPECT_TRUE(has(both, "\n  tandem --game duel record --ticks"));
    EXPECT_TRUE(has(both, "\n  tandem --game duel host --inputs keys\n")) << "two people";
    EXPECT_TRUE(has(both, "\n  tandem join 127.0.0.1 --inputs keys\n"));
    EXPECT_TRUE(has(both, ", tandem games lists the games.")) << both;
    const std::string own =
        what_to_do_next({.name = "race", .games = {"race"}}, players_verbs(), false);
    EXPECT_FALSE(has(own, "race games")) << "a verb that players do not have";
    EXPECT_FALSE(has(own, "keys")) << "of a game that takes none";
    EXPECT_TRUE(has(own, "race record"));
    EXPECT_TRUE(has(own, "\n  race host\n"));
    EXPECT_FALSE(has(own, "--game"));
}

TEST(Help, NamesTheVerbThatWasProbablyMeant) {
    const auto error = unknown_verb("recrod", all_verbs(), k_two_games);
    EXPECT_EQ(error.code, sim::ErrorCode::usage);
    EXPECT_EQ(error.text(),
              "there is no verb 'recrod', did you mean record?; tandem --help lists them");
}

TEST(Help, SaysOfEachVerbThatPlayersDoNotHaveThatTheDevelopersProgramHasIt) {
    const ProgramName race{.name = "race", .games = {"race"}};
    std::size_t missing = 0;
    for (const std::string& word : names_of(all_verbs())) {
        if (find_verb(players_verbs(), word) == nullptr) {
            const auto error = unknown_verb(word, players_verbs(), race);
            EXPECT_EQ(error.code, sim::ErrorCode::usage);
            EXPECT_EQ(error.text(), "this program for players has no verb '" + word +
                                        "'; the developer's program of the game has it");
            ++missing;
        }
    }
    EXPECT_EQ(missing, 15U);
}

}  // namespace
}  // namespace tandem::tools
