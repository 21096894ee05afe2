// SPDX-License-Identifier: MIT
// The manual page has every verb and every option, in roff that its reader takes without a word.
#include <tandem/tools/program/cli/manual_page.hpp>

#include <cstdlib>
#include <filesystem>

#include <tandem/tools/verbs/list.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(ManualPage, DescribesAVerbWithItsOptionsAndAnExample) {
    const std::string page = manual_page(program_of_two_games(), {best_verb()});
    EXPECT_TRUE(has(page, "\n.TH TANDEM 1 \"\" \"tandem "));
    EXPECT_TRUE(has(page, ".SH NAME\ntandem \\- deterministic replay and lockstep simulation\n"));
    EXPECT_TRUE(has(page, "Games in this program: duel, swarm.\n"));
    EXPECT_TRUE(has(page, ".SS best, top\n\\fBtandem\\fR best [OPTIONS] FILE\n"));
    EXPECT_TRUE(has(page, ".TP\n\\fIFILE\\fR\nWhere to look\n"));
    EXPECT_TRUE(has(page, ".TP\n\\fB\\-n\\fR, \\fB\\-\\-number\\fR \\fIN\\fR\nSo many (3)\n"));
    EXPECT_TRUE(has(page, "\ntandem best a.tandem \\-\\-by age\n"));
    EXPECT_TRUE(has(page, ".SH EXIT STATUS\nExit codes: 0 ok"));
    EXPECT_FALSE(has(page, "secret"));
}

TEST(ManualPage, TakesNoTextForACommandOfRoff) {
    Verb verb = best_verb();
    verb.sentence = ".TP is \\text";
    EXPECT_TRUE(has(manual_page(program_of_two_games(), {verb}), "\n\\&.TP is \\etext.\n"));
}

class ManualPageOf : public test::InFolder {};

TEST_F(ManualPageOf, AllVerbsIsReadWithoutAWarning) {
    if (std::system("command -v groff > /dev/null") != 0) {
        GTEST_SKIP() << "groff is not installed";
    }
    const std::string page =
        write("tandem.1", manual_page(program_of_two_games(), all_verbs({best_verb()})) + "\n");
    const std::string said = path("said");
    const std::string groff = "groff -man -Tutf8 -ww ";
    EXPECT_EQ(std::system((groff + page + " > " + path("text") + " 2> " + said).c_str()), 0);
    EXPECT_EQ(std::filesystem::file_size(said), 0U);
    EXPECT_GT(std::filesystem::file_size(path("text")), 8'192U);
    // So that the silence means something.
    const std::string bad = write("bad.1", ".TH X 1\n.SH NAME\n.nosuch\n");
    static_cast<void>(std::system((groff + bad + " > " + path("text") + " 2> " + said).c_str()));
    EXPECT_GT(std::filesystem::file_size(said), 0U);
}

}  // namespace
}  // namespace tandem::tools
