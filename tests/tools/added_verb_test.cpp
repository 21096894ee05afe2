// SPDX-License-Identifier: MIT
// One value in the list of verbs, and nothing else, is a verb: it is taken apart, done, explained,
// completed and described.
#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/program/cli/completion.hpp>
#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/program/cli/manual_page.hpp>
#include <tandem/tools/verbs/list.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/page_tables.hpp>
#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

class AddedVerb : public testing::Test {
protected:
    const std::vector<Verb> without_ = all_verbs();
    const std::vector<Verb> with_ = all_verbs({best_verb()});
    const ProgramName program_ = program_of_two_games();

    // What of `text` is there with the verb and not without it.
    void expect_in(std::string (*make)(const ProgramName&, const std::vector<Verb>&),
                   const std::string& words) const {
        EXPECT_TRUE(has(make(program_, with_), words)) << words << " in\n" << make(program_, with_);
        EXPECT_FALSE(has(make(program_, without_), words));
    }
};

TEST_F(AddedVerb, IsTakenApart) {
    const auto line = parse_command_line({"top", "a.tandem", "--by", "age"}, with_, program_);
    ASSERT_TRUE(line) << line.error().text();
    EXPECT_EQ(line->chosen->name, "best");
    EXPECT_EQ(line->arguments.text("--by"), "age");
    EXPECT_FALSE(parse_command_line({"top", "a.tandem", "--by", "age"}, without_, program_));
}

TEST_F(AddedVerb, IsDone) {
    const auto said = test::program<test::Counter>({"best", "a.tandem"}, {best_verb()});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out, "best of a.tandem\n");
}

TEST_F(AddedVerb, IsExplained) {
    expect_in(&program_help, "\n  best, top                   Print who was best: it's a list\n");
    EXPECT_TRUE(
        has(verb_help(program_, best_verb()), "\n  -n,--number N               So many (3)"));
}

TEST_F(AddedVerb, IsCompleted) {
    const auto offers = [&](const std::vector<Verb>& verbs) {
        return complete(program_, verbs, {"bes"}).offers.size();
    };
    EXPECT_EQ(offers(with_), offers(without_) + 1);
}

TEST_F(AddedVerb, IsDescribedByTheManualPage) { expect_in(&manual_page, ".SS best, top\n"); }

TEST_F(AddedVerb, HasItsLinesInTheTablesOfThePages) {
    const auto rows = test::verb_rows(with_);
    EXPECT_EQ(rows.size(), test::verb_rows(without_).size() + 1);
    EXPECT_NE(std::find(rows.begin(), rows.end(),
                        "| `best FILE` (also `top`) | Print who was best: it's a list |"),
              rows.end());
    const auto options = test::option_rows(with_);
    EXPECT_NE(
        std::find(options.begin(), options.end(), "| `-n,--number N` | `best` | So many | 3 |"),
        options.end());
}

}  // namespace
}  // namespace tandem::tools
