// SPDX-License-Identifier: MIT
// What may stand behind `lab`.
#include <tandem/tools/lab/verb/options.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/tools/lab/verb/lab.hpp>
#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/verbs/list.hpp>
#include <tests/tools/page_tables.hpp>

namespace tandem::tools {
namespace {

sim::Result<Arguments> asked(const std::vector<std::string>& arguments) {
    const std::vector<Verb> verbs = all_verbs({lab_verb()});
    const auto line = parse_command_line(arguments, verbs, {.games = {"duel", "swarm"}});
    TANDEM_TRY(line);
    EXPECT_EQ(line->verb, "lab");
    return line->arguments;
}

TEST(LabOptions, AreASectionAndWhatToRun) {
    const auto lab = asked({"lab", "loops", "--loop", "L1,L2", "--loop", "M1", "--machine",
                            "2.5:14", "--seconds", "5", "--refresh", "144", "--stall", "3000:2000",
                            "--repaired", "--real", "--csv"});
    ASSERT_TRUE(lab) << lab.error().text();
    EXPECT_EQ(lab->text("SECTION"), "loops");
    EXPECT_EQ(lab->texts("--loop"), (std::vector<std::string>{"L1,L2", "M1"}));
    EXPECT_EQ(lab->texts("--machine"), (std::vector<std::string>{"2.5:14"}));
    EXPECT_EQ(lab->text("--seconds"), "5");
    EXPECT_EQ(lab->whole("--refresh"), 144U);
    EXPECT_EQ(lab->text("--stall"), "3000:2000");
    EXPECT_TRUE(lab->flag("--repaired") && lab->flag("--real") && lab->flag("--csv"));
    const auto claims = asked({"lab", "claims", "--claim", "C14,C17", "--article", "mdn"});
    EXPECT_EQ(claims->texts("--claim"), (std::vector<std::string>{"C14,C17"}));
    EXPECT_EQ(claims->texts("--article"), (std::vector<std::string>{"mdn"}));
}

TEST(LabOptions, ThatAreNotGivenStayOpen) {
    const auto bare = asked({"lab"});
    ASSERT_TRUE(bare);
    for (const char* option : {"SECTION", "--seconds", "--refresh", "--stall", "--as-player"}) {
        EXPECT_FALSE(bare->has(option)) << option;
    }
}

TEST(LabOptions, AreRefusedBeyondTheirBounds) {
    const auto refused = asked({"lab", "loops", "--refresh", "0"});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find("whole number from 1"), std::string::npos);
}

TEST(LabOptions, TakeTheNameOfAVerbForASection) {
    EXPECT_EQ(asked({"lab", "replay"})->text("SECTION"), "replay");
}

// Where this fails, what it expects is what the page should say.
TEST(LabOptions, AreTheTableOfTheirPage) {
    EXPECT_EQ(test::table_of_page("tools/CLI.md", "| option of `lab` | meaning | default |"),
              test::option_rows_of(lab_verb().options));
}

TEST(LabOptions, OfferTheWordsThatTheSectionsKnow) {
    const auto words_of = [](std::string_view name) {
        for (const Option& option : lab_verb().options) {
            if (option.has_name(name)) {
                return std::get<Text>(option.value).words;
            }
        }
        return std::vector<std::string>();
    };
    const auto offers = [&](std::string_view name, const char* word) {
        const auto words = words_of(name);
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    EXPECT_TRUE(offers("SECTION", "loops") && offers("SECTION", "report"));
    EXPECT_TRUE(offers("--loop", "L3") && offers("--loop", "all"));
    EXPECT_TRUE(offers("--machine", "choked"));
    EXPECT_TRUE(offers("--claim", "C14"));
    EXPECT_TRUE(offers("--article", "mdn"));
    EXPECT_TRUE(offers("--arm", "V-naive"));
}

}  // namespace
}  // namespace tandem::tools
