// SPDX-License-Identifier: MIT
// The verbs of every program, in the order in which help lists them.
#include <tandem/tools/verbs/list.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/verbs/web.hpp>
#include <tests/tools/page_tables.hpp>

namespace tandem::tools {
namespace {

TEST(AllVerbs, StandBesideEachOther) {
    const auto checked = check_verbs(all_verbs());
    EXPECT_TRUE(checked) << (checked ? "" : checked.error().text());
}

TEST(AllVerbs, HaveAProgramsOwnBetweenThoseOfGamesAndThoseOfTheProgram) {
    const std::vector<Verb> verbs = all_verbs({{.name = "best"}});
    const auto place_of = [&](const char* name) { return find_verb(verbs, name) - verbs.data(); };
    EXPECT_EQ(verbs.front().name, "record");
    EXPECT_EQ(place_of("best"), place_of("netsim") + 1);
    EXPECT_EQ(place_of("games"), place_of("best") + 1);
    EXPECT_EQ(verbs.back().name, "help");
}

TEST(AllVerbs, SayWhatTheyAreForInAFewWordsAndGiveAnExampleOfThemselves) {
    for (const Verb& verb : all_verbs()) {
        EXPECT_FALSE(verb.sentence.empty() || verb.sentence.ends_with('.')) << verb.name;
        EXPECT_TRUE(verb.example.starts_with(verb.name)) << verb.name;
        for (const Option& option : verb.options) {
            EXPECT_FALSE(option.sentence.empty()) << verb.name << " " << option.names.front();
            const bool has_value = !std::holds_alternative<Flag>(option.value);
            EXPECT_EQ(!option.value_name.empty(), has_value && !option.is_argument())
                << verb.name << " " << option.names.front();
        }
    }
}

std::string text_of(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) {
        text += row + "\n";
    }
    return text;
}

// Where this fails, what it expects is what the page should say.
TEST(AllVerbs, AndTheirOptionsAreTheTablesOfTheirPage) {
    const auto page = [](const char* head) {
        return text_of(test::table_of_page("tools/CLI.md", head));
    };
    // Of the program tandem, but for its lab, which has a page.
    const std::vector<Verb> verbs = all_verbs({web_verb()});
    EXPECT_EQ(page("| verb | what |"), text_of(test::verb_rows(verbs)));
    EXPECT_EQ(page("| option | verbs | meaning | default |"), text_of(test::option_rows(verbs)));
    EXPECT_EQ(page("| option of every verb | meaning | default |"),
              text_of(test::option_rows_of(global_options({}))));
}

// What help is asked to explain is offered by completion too.
TEST(AllVerbs, AreWordsOfHelp) {
    const std::vector<Verb> verbs = all_verbs({{.name = "best"}});
    const auto& words = std::get<Text>(verbs.back().options.front().value).words;
    EXPECT_NE(std::find(words.begin(), words.end(), "best"), words.end());
    EXPECT_NE(std::find(words.begin(), words.end(), "watch"), words.end());
}

}  // namespace
}  // namespace tandem::tools
