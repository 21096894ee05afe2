// SPDX-License-Identifier: MIT
// Tables of the lab in their three forms.
#include <tandem/tools/lab/table.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

Table sample() {
    return {.name = "sample",
            .title = "A sample",
            .columns = {{"loop", "loop"}, {"ratio", "ratio"}, {"sum", "sum"}},
            .rows = {{"L1", Number{0.4, 4}, ExactDouble{0.1}},
                     {"a, \"b\"", Number{10, 4}, std::monostate{}}},
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

TEST(Table, CsvQuotesAsRfc4180AndLeavesNothingEmpty) {
    const std::vector<std::string> expected{
        "loop,ratio,sum", "L1,0.40000000000000002,0.10000000000000001", "\"a, \"\"b\"\"\",10,"};
    EXPECT_EQ(csv_lines(sample()), expected);
}

TEST(Table, JsonRowsCarrySectionTableAndWholeValues) {
    EXPECT_EQ(json_line(json_row("loops", sample(), 0)),
              R"({"section":"loops","table":"sample","loop":"L1","ratio":0.4,"sum":0.1})");
    EXPECT_EQ(json_line(json_row("loops", sample(), 1)),
              R"({"section":"loops","table":"sample","loop":"a, \"b\"","ratio":10.0,"sum":null})");
}

TEST(Table, NumbersLoseZerosAtTheEndAndNeverReadMinusZero) {
    EXPECT_EQ(cell_text(Number{16.0, 2}), "16");
    EXPECT_EQ(cell_text(Number{16.666666, 2}), "16.67");
    EXPECT_EQ(cell_text(Number{-0.001, 2}), "0");
    EXPECT_EQ(cell_text(Number{100, 0}), "100");
}

}  // namespace
}  // namespace tandem::tools::lab
