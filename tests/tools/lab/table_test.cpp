// SPDX-License-Identifier: MIT
// Tables of the lab in their three forms.
#include <tandem/tools/lab/table.hpp>

#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

Table sample() {
    return {.name = "sample",
            .title = "A sample",
            .columns = {{"loop", "loop"}, {"ratio", "ratio"}, {"sum", "sum"}},
            .rows = {{"L1", Amount{0.4, 4}, ExactDouble{0.1}},
                     {"a, \"b\"", Amount{10, 4}, std::monostate{}}},
            .notes = {"A note."}};
}

TEST(Table, TextAlignsNumbersToTheRightAndKeepsEveryBitOfExactDoubles) {
    const std::vector<std::string> expected{"A sample", "loop    ratio                  sum",
                                            "L1        0.4  0.10000000000000001",
                                            "a, \"b\"     10                    -", "A note."};
    EXPECT_EQ(text_lines(sample()), expected);
}

TEST(Table, ThatIsTooWideIsShownInBlocksThatRepeatTheRowsNames) {
    Table table = sample();
    table.row_names = 1;
    table.columns[2].block = 1;
    const std::vector<std::string> expected{"A sample",
                                            "loop    ratio",
                                            "L1        0.4",
                                            "a, \"b\"     10",
                                            "",
                                            "loop                    sum",
                                            "L1      0.10000000000000001",
                                            "a, \"b\"                    -",
                                            "A note."};
    EXPECT_EQ(text_lines(table), expected);
}

// 60 words of five letters.
std::string long_cell() {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        text += (i == 0 ? "" : " ") + std::string("words");
    }
    return text;
}

TEST(Table, WithALongCellGoesOnBelowInThatColumn) {
    const Table table{
        .name = "wide",
        .title = "",
        .columns = {{"id", "id"}, {"say", "says"}, {"count", "count"}},
        .rows = {{"A", long_cell(), std::int64_t{7}}, {"B", "short", std::int64_t{8}}}};
    const auto lines = text_lines(table);
    // 22 words with 21 blanks between are 131 columns, and one word more would be too many.
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(too_long_a_line(lines), "");
    EXPECT_TRUE(lines[1].starts_with("A   words words ")) << lines[1];
    EXPECT_TRUE(lines[1].ends_with(" words      7")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("    words words ")) << lines[2];
    EXPECT_TRUE(lines[3].starts_with("    words words ")) << lines[3];
    EXPECT_TRUE(lines[4].starts_with("B   short  ")) << lines[4];
    EXPECT_EQ(lines[4].size(), lines[1].size());
    std::size_t words = 0;
    for (const std::string& line : lines) {
        for (std::size_t at = line.find("words"); at != std::string::npos;
             at = line.find("words", at + 1)) {
            ++words;
        }
    }
    EXPECT_EQ(words, 60U);
}

TEST(Table, WithLongTitlesLetsThemStandInSeveralLinesAboveTheirNumbers) {
    Table table{.name = "wide", .title = "", .columns = {{"id", "id"}}, .rows = {{"A"}}};
    for (int i = 0; i < 19; ++i) {
        table.columns.push_back({"key" + std::to_string(i), "long title"});
        table.rows[0].emplace_back(std::int64_t{i});
    }
    const auto lines = text_lines(table);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(too_long_a_line(lines), "");
    EXPECT_TRUE(lines[0].starts_with("     long")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("id  title  title")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("A       0      1")) << lines[2];
}

TEST(Table, HasSettingsInEveryRowOfJsonAndCsvButNotInText) {
    Table table = sample();
    table.columns[1].is_setting = true;
    EXPECT_EQ(text_lines(table)[1], "loop                    sum");
    EXPECT_EQ(json_line(json_row("loops", table, 0)), json_line(json_row("loops", sample(), 0)));
    EXPECT_EQ(csv_lines(table), csv_lines(sample()));
    table.in_paragraphs = true;
    table.row_names = 1;
    const std::string setting_text = "    " + table.columns[1].title;
    for (const std::string& line : text_lines(table)) {
        EXPECT_FALSE(line.starts_with(setting_text)) << line;
    }
}

TEST(Table, OfSentencesHasAParagraphForEachRow) {
    std::string long_text;
    for (int i = 0; i < 25; ++i) {
        long_text += "word ";
    }
    const Table table{.name = "words",
                      .title = "Words",
                      .columns = {{"id", "id"}, {"say", "says"}, {"other", "other"}},
                      .rows = {{"A", long_text, std::monostate{}}, {"B", "short", "more"}},
                      .row_names = 1,
                      .in_paragraphs = true};
    const auto lines = text_lines(table);
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(lines[1], "A");
    EXPECT_TRUE(lines[2].starts_with("    says   word word"));
    EXPECT_LE(lines[2].size(), 100U);
    EXPECT_TRUE(lines[3].starts_with("           word"));
    EXPECT_EQ(lines[4], "B");
    EXPECT_EQ(lines[5], "    says   short");
    EXPECT_EQ(lines[6], "    other  more");
}

TEST(Table, OneAfterAnotherHasAnEmptyLineBetween) {
    const Table first{.name = "a", .title = "A", .notes = {"one"}};
    const Table second{.name = "b", .title = "B"};
    std::vector<std::string> expected = text_lines(first);
    expected.emplace_back();
    for (const std::string& line : text_lines(second)) {
        expected.push_back(line);
    }
    EXPECT_EQ(text_lines(std::vector<Table>{first, second}), expected);
    EXPECT_TRUE(text_lines(std::vector<Table>{}).empty());
}

TEST(Table, OfSentencesMayPutWhatFollowsAColonBelow) {
    const Table table{
        .name = "words",
        .title = "Words",
        .columns = {{"id", "id"}, {"verdict", "verdict"}, {"say", "says"}, {"note", "note"}},
        .rows = {{"A", "no: because", "x: y", "n"}, {"B", "yes", "y: z", "m: n"}},
        .row_names = 3,
        .in_paragraphs = true};
    EXPECT_EQ(text_lines(table),
              (std::vector<std::string>{"Words", "A  no  x: y", "    why   because", "    note  n",
                                        "B  yes  y: z", "    note  m: n"}));
    EXPECT_EQ(csv_lines(table)[1], "words,A,no: because,x: y,n");
}

TEST(Table, OfSentencesHangsALongOneBelowItsBeginning) {
    std::string sentence = "word";
    for (int i = 0; i < 24; ++i) {
        sentence += " word";
    }
    const Table table{.name = "words",
                      .title = "Words",
                      .columns = {{"id", "id"}, {"say", "says"}},
                      .rows = {{"A", sentence}},
                      .row_names = 2,
                      .in_paragraphs = true};
    const auto lines = text_lines(table);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[1].starts_with("A  word word"));
    EXPECT_LE(lines[1].size(), 100U);
    EXPECT_TRUE(lines[2].starts_with("   word"));
}

TEST(Table, CsvQuotesAsRfc4180AndLeavesNothingEmpty) {
    const std::vector<std::string> expected{"table,loop,ratio,sum",
                                            "sample,L1,0.40000000000000002,0.10000000000000001",
                                            "sample,\"a, \"\"b\"\"\",10,"};
    EXPECT_EQ(csv_lines(sample()), expected);
}

TEST(Table, JsonRowsCarrySectionTableAndWholeValues) {
    EXPECT_EQ(json_line(json_row("loops", sample(), 0)),
              R"({"section":"loops","table":"sample","loop":"L1","ratio":0.4,"sum":0.1})");
    EXPECT_EQ(json_line(json_row("loops", sample(), 1)),
              R"({"section":"loops","table":"sample","loop":"a, \"b\"","ratio":10.0,"sum":null})");
}

// Sets a locale with a comma for all of C while it lives: German, made for this moment from the
// sources that Debian's package locales has.
class CommaLocale {
public:
    CommaLocale() {
        const std::string folder = "comma_locale." + std::to_string(::getpid());
        const std::string make = "mkdir -p " + folder + " && localedef -i de_DE -f UTF-8 " +
                                 folder + "/de_DE.UTF-8 >" + folder + "/log 2>&1";
        if (std::system(make.c_str()) == 0) {
            ::setenv("LOCPATH", std::filesystem::absolute(folder).c_str(), 1);
            is_set_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
            ::unsetenv("LOCPATH");
        }
        std::filesystem::remove_all(folder);
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;
    ~CommaLocale() { std::setlocale(LC_ALL, "C"); }
    bool is_set() const { return is_set_ && *std::localeconv()->decimal_point == ','; }

private:
    bool is_set_ = false;
};

TEST(Table, HasAPointInEveryLocale) {
    const CommaLocale comma;
    if (!comma.is_set()) {
        GTEST_SKIP()
            << "localedef made no locale with a comma here (Debian: package locales); that "
               "of C++ streams (std::numpunct) is not what printf looks at";
    }
    EXPECT_EQ(cell_text(Amount{2.45, 2}), "2.45");
    EXPECT_EQ(cell_text(ExactDouble{0.1}), "0.10000000000000001");
    Table table = sample();
    table.rows = {{"L1", Amount{2.45, 2}, ExactDouble{0.5}}};
    EXPECT_EQ(csv_lines(table).back(), "sample,L1,2.4500000000000002,0.5");
}

TEST(Table, SmallDifferencesHaveASignAndFewDigitsInTextAndTheWholeValueElsewhere) {
    EXPECT_EQ(cell_text(SmallDifference{7.4612345e-14}), "+7.461e-14");
    EXPECT_EQ(cell_text(SmallDifference{-12345.0, 2}), "-1.2e+04");
    EXPECT_EQ(cell_text(SmallDifference{}), "0");
    Table table = sample();
    table.rows = {{"L1", SmallDifference{-7.4612345e-14}, SmallDifference{}}};
    EXPECT_EQ(csv_lines(table).back(), "sample,L1,-7.4612344999999998e-14,0");
    EXPECT_EQ(
        json_line(json_row("loops", table, 0)),
        R"({"section":"loops","table":"sample","loop":"L1","ratio":-7.4612345e-14,"sum":0.0})");
    EXPECT_TRUE(is_number(table.rows[0][1]));
    EXPECT_FALSE(is_number(table.rows[0][0]));
}

TEST(Table, NumbersLoseZerosAtTheEndAndNeverReadMinusZero) {
    EXPECT_EQ(cell_text(Amount{16.0, 2}), "16");
    EXPECT_EQ(cell_text(Amount{16.666666, 2}), "16.67");
    EXPECT_EQ(decimal(-0.001, 2), "0");
    EXPECT_EQ(decimal(-0.125, 3), "-0.125");
    EXPECT_EQ(decimal(100, 0), "100");
    EXPECT_EQ(decimal(1e300, 0).size(), 301U);
}

}  // namespace
}  // namespace tandem::tools::lab
