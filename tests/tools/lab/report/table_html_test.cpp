// SPDX-License-Identifier: MIT
// Tables keep their cells, their headers and their harmlessness.
#include <tandem/tools/lab/report/page.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/claims/table.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

Table sample_table() {
    return {.name = "sample",
            .title = "A sample <of> text",
            .columns = {{"loop", "loop"}, {"note", "note"}, {"ratio", "ratio"}},
            .rows = {{"L1", "<script>", Amount{0.4, 4}},
                     {"L1", "a & b", Amount{1, 4}},
                     {"L2", "-", std::monostate{}},
                     {"L3", "x", Amount{5, 4}}},
            .notes = {"A note &", "more.", "Another, of", "a loop."}};
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
    const Document document = read_markup(table_html(sample_table(), "box"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(cells(document, "th"), "loop|note|ratio|L1|L1|L2|L3|");
    EXPECT_EQ(cells(document, "td"), "<script>|0.4|a & b|1|-|-|x|5|");
    EXPECT_EQ(cells(document, "caption"), "A sample <of> text|");
    EXPECT_EQ(cells(document, "p"), "A note & more.|Another, of a loop.|");
    for (const Element& element : document.elements) {
        if (element.name == "th") {
            const bool in_head = element.within[2] == "thead";
            EXPECT_EQ(element.attribute("scope"), in_head ? "col" : "row");
        }
    }
}

TEST(TableHtml, JoinsTheColumnsThatNameARow) {
    Table table = sample_table();
    table.row_names = 2;
    const Document document = read_markup(table_html(table, "box"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(cells(document, "th"), "loop, note|ratio|L1 <script>|L1 a & b|L2 -|L3 x|");
    EXPECT_EQ(cells(document, "td"), "0.4|1|-|5|");
}

TEST(TableHtml, LeavesSettingsToTheTitle) {
    Table table = sample_table();
    table.columns[1].is_setting = true;
    const Document document = read_markup(table_html(table, "box"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(cells(document, "th"), "loop|ratio|L1|L1|L2|L3|");
    EXPECT_EQ(cells(document, "td"), "0.4|1|-|5|");
}

TEST(TableHtml, ScrollsInABoxThatTheKeyboardReaches) {
    const Document document = read_markup(table_html(sample_table(), "box"));
    const Element& box = document.elements.front();
    EXPECT_EQ(box.attribute("class"), "scroll");
    EXPECT_EQ(box.attribute("tabindex"), "0");
    EXPECT_EQ(box.attribute("role"), "region");
    EXPECT_EQ(box.attribute("aria-label"), "A sample <of> text");
    EXPECT_EQ(box.attribute("id"), "box");
}

TEST(TableHtml, SpeedsTellSlowFromMeantFromTooFast) {
    const Document document = read_markup(speeds_html(sample_table(), "box"));
    std::vector<std::string> looks;
    for (const Element& element : document.elements) {
        if (element.attribute("class").starts_with("number ")) {
            looks.push_back(element.text + element.attribute("class").substr(6));
        }
    }
    EXPECT_EQ(looks, (std::vector<std::string>{"0.4 slow", "1 meant", "5 quick"}));
}

lab::Verdict as_the_arms_say(const Finding& fails, const Finding& holds) {
    return lab::shown_if(fails.values < holds.values);
}

// Made as the page's own is: shown, refuted, never run, and named without having run.
Table claims() {
    constexpr auto k_one = [] { return Finding{"1", {1}}; };
    constexpr auto k_two = [] { return Finding{"2.5", {2.5}}; };
    return claims_table({{"C1", Article::witters, "it is <so>", "one", "other", "1 | 2", k_one,
                          k_two, as_the_arms_say},
                         {"C2", Article::patterns | Article::mdn, "it is so", "one", "other",
                          "3 | 4", k_two, k_one, as_the_arms_say},
                         {.id = "C3",
                          .articles = Article::lwjgl,
                          .sentence = "looks fine",
                          .why_not_testable = "no <screen>"},
                         {.id = "C4",
                          .articles = Article::implied,
                          .sentence = "feels fine",
                          .fails = "one",
                          .holds = "other",
                          .expected = "5",
                          .why_not_testable = "nobody: to ask"}},
                        false);
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
    EXPECT_EQ(rows, (std::vector<std::string>{
                        "C1: C1✓ shownit is <so>Article: wittersFails: oneHolds: otherExpected: 1 "
                        "| 2Measured: 1 | "
                        "2.5",
                        "C2: C2✗ refutedit is soArticle: patterns, mdnFails: oneHolds: "
                        "otherExpected: 3 | 4Measured: 2.5 "
                        "| 1",
                        "C3: C3– not testablelooks fineArticle: lwjglNot tested: no <screen>",
                        "C4: C4– not testablefeels fineArticle: impliedFails: oneHolds: otherNot "
                        "tested: nobody: "
                        "to askExpected: 5"}));
}

TEST(TableHtml, ClaimsHaveTheirCountAndEachArticleInAParagraphOfItsOwn) {
    const Document document = read_markup(claims_html(claims(), "claims"));
    std::vector<std::string> notes;
    for (const Element& element : document.elements) {
        if (element.attribute("class") == "note") {
            notes.push_back(element.text);
        }
    }
    ASSERT_EQ(notes.size(), claims().notes.size());
    EXPECT_EQ(notes[0], "4 claims: 1 shown, 1 refuted, 2 not testable.");
    EXPECT_TRUE(notes[1].starts_with("witters: ")) << notes[1];
    for (const std::string& note : notes) {
        EXPECT_TRUE(note.ends_with('.')) << note;
    }
}

TEST(TableHtml, VerdictsAreThoseOfTheTable) {
    const Verdicts expected{{"C1", "shown"},
                            {"C2", "refuted"},
                            {"C3", "not testable: no <screen>"},
                            {"C4", "not testable: nobody: to ask"}};
    EXPECT_EQ(verdicts_of(claims()), expected);
}

}  // namespace
}  // namespace tandem::tools::lab::report
