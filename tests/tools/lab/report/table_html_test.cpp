// SPDX-License-Identifier: MIT
// Tables keep their cells, their headers and their harmlessness.
#include <tandem/tools/lab/report/page.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

Table sample() {
    return {.name = "sample",
            .title = "A sample <of> text",
            .columns = {{"loop", "loop"}, {"note", "note"}, {"ratio", "ratio"}},
            .rows = {{"L1", "<script>", Number{0.4, 4}},
                     {"L1", "a & b", Number{1, 4}},
                     {"L2", "-", std::monostate{}},
                     {"L3", "x", Number{5, 4}}},
            .notes = {"A note &", "more."}};
}

std::string cells(const Document& document, const std::string& name) {
    std::string text;
    for (const Element& element : document.elements) {
        if (element.name == name) {
            text += element.text + "|";
        }
    }
    return text;
}

TEST(TableHtml, HasEveryCellAsTextWithHeadersForBothDirections) {
    const Document document = read_markup(table_html(sample(), "box"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(cells(document, "th"), "loop|note|ratio|L1|L1|L2|L3|");
    EXPECT_EQ(cells(document, "td"), "<script>|0.4|a & b|1|-|-|x|5|");
    EXPECT_EQ(cells(document, "caption"), "A sample <of> text|");
    EXPECT_EQ(cells(document, "p"), "A note & more.|");
    for (const Element& element : document.elements) {
        if (element.name == "th") {
            const bool in_head = element.within[2] == "thead";
            EXPECT_EQ(element.attribute("scope"), in_head ? "col" : "row");
        }
    }
}

TEST(TableHtml, JoinsTheColumnsThatNameARow) {
    Table table = sample();
    table.row_names = 2;
    const Document document = read_markup(table_html(table, "box"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(cells(document, "th"), "loop, note|ratio|L1 <script>|L1 a & b|L2 -|L3 x|");
    EXPECT_EQ(cells(document, "td"), "0.4|1|-|5|");
}

TEST(TableHtml, ScrollsInABoxThatTheKeyboardReaches) {
    const Document document = read_markup(table_html(sample(), "box"));
    const Element& box = document.elements.front();
    EXPECT_EQ(box.attribute("class"), "scroll");
    EXPECT_EQ(box.attribute("tabindex"), "0");
    EXPECT_EQ(box.attribute("role"), "region");
    EXPECT_EQ(box.attribute("aria-label"), "A sample <of> text");
    EXPECT_EQ(box.attribute("id"), "box");
}

TEST(TableHtml, SpeedsTellSlowFromMeantFromTooFast) {
    const Document document = read_markup(speeds_html(sample(), "box"));
    std::vector<std::string> looks;
    for (const Element& element : document.elements) {
        if (element.attribute("class").starts_with("number ")) {
            looks.push_back(element.text + element.attribute("class").substr(6));
        }
    }
    EXPECT_EQ(looks, (std::vector<std::string>{"0.4 slow", "1 meant", "5 quick"}));
}

Table claims() {
    return {
        .name = "claims",
        .title = "Claims",
        .columns = {{"id", "id"},
                    {"verdict", "verdict"},
                    {"claim", "claim"},
                    {"fails", "fails"},
                    {"holds", "holds"},
                    {"expected", "expected"},
                    {"measured", "measured"}},
        .rows = {{"C1", "shown", "it is <so>", "one", "other", "1 | 2", "1 | 2.5"},
                 {"C2", "refuted", "it is so", "one", "other", "3", "4"},
                 {"C3", "not testable: no <screen>", "looks fine", "", "", "", std::monostate{}}},
        .notes = {"3 claims"}};
}

TEST(TableHtml, ClaimsHaveARowEachWithTheirIdVerdictArmsAndFigures) {
    const Document document = read_markup(claims_html(claims(), "claims"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    std::vector<std::string> rows;
    for (const Element& element : document.elements) {
        if (element.name == "tr" && !element.attribute("id").empty()) {
            rows.push_back(element.attribute("id") + ": " + element.text);
        }
    }
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0],
              "C1: C1✓ shownit is <so>Fails: oneHolds: otherExpected: 1 | 2Measured: 1 | 2.5");
    EXPECT_TRUE(rows[1].starts_with("C2: C2✗ refuted"));
    EXPECT_TRUE(rows[2].starts_with("C3: C3– not testablelooks fine")) << rows[2];
    EXPECT_NE(rows[2].find("not testable: no <screen>"), std::string::npos) << rows[2];
}

TEST(TableHtml, VerdictsAreThoseOfTheTable) {
    const Verdicts expected{
        {"C1", "shown"}, {"C2", "refuted"}, {"C3", "not testable: no <screen>"}};
    EXPECT_EQ(verdicts_of(claims()), expected);
}

}  // namespace
}  // namespace tandem::tools::lab::report
