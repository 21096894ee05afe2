// SPDX-License-Identifier: MIT
// Each section tells the facts that it is given, all of them or how many more there are.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/a_page.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::autopsy {
namespace {

using lab::report::Document;
using lab::report::Element;

Document written(void (*write)(Markup& page, const PageFacts& facts), const PageFacts& facts) {
    Markup page;
    write(page, facts);
    Document document = lab::report::read_markup(page.extract());
    EXPECT_EQ(document.problems, std::vector<std::string>{});
    return document;
}

std::vector<std::string> texts_of(const Document& document, const std::string& name) {
    std::vector<std::string> texts;
    for (const Element& element : document.elements) {
        if (element.name == name) {
            texts.push_back(element.text);
        }
    }
    return texts;
}

// Whether a name is followed by this text in a list of facts.
bool has_fact(const Document& document, const std::string& name, const std::string& value) {
    const auto names = texts_of(document, "dt");
    const auto values = texts_of(document, "dd");
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name && values[i] == value) {
            return true;
        }
    }
    return false;
}

TEST(Sections, TheVerdictTellsWhatWhenAndWho) {
    PageFacts facts = test::hostile_facts();
    for (const std::uint32_t bit : {5U, 6U}) {
        replay::FlippedBit flipped;
        flipped.path = "total";
        flipped.bit = bit;
        facts.verdict.bits.push_back(std::move(flipped));
    }
    const Document document = written(&write_verdict, facts);
    EXPECT_EQ(texts_of(document, "h1"),
              std::vector<std::string>{std::string("They differ, says ") + test::k_hostile});
    EXPECT_TRUE(has_fact(document, "Cause", "inputs"));
    EXPECT_TRUE(has_fact(document, "First bad tick", "120"));
    EXPECT_TRUE(has_fact(document, "Time in the match", "0:02.40"));
    EXPECT_TRUE(has_fact(document, "Player", std::string("1, ") + test::k_hostile));
    EXPECT_TRUE(has_fact(document, "Phase of the step", test::k_hostile));
    EXPECT_TRUE(
        has_fact(document, "Bit", "bit 5 of total, or one of 1 other bit that give the same"));
    EXPECT_TRUE(has_fact(document, "Healed", "by tick 160"));
}

TEST(Sections, ARangeOfTicksAndAStartThatDiffersAreToldAsSuch) {
    PageFacts facts = test::hostile_facts();
    facts.verdict.tick_from = 110;
    EXPECT_TRUE(has_fact(written(&write_verdict, facts), "First bad tick", "from 110 to 120"));
    facts.verdict.is_reset = true;
    EXPECT_TRUE(has_fact(written(&write_verdict, facts), "First bad tick", "before tick 120"));
}

TEST(Sections, FieldsHaveBothValuesAndTheirRawOnes) {
    const Document document = written(&write_fields, test::hostile_facts());
    EXPECT_EQ(texts_of(document, "code"),
              (std::vector<std::string>{"5", "7", test::k_hostile, "8"}));
    const auto rows = lab::report::find_elements(document, [](const Element& element) {
        return element.name == "tr" && !element.attribute("data-path").empty();
    });
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].attribute("data-path"), test::k_hostile);
    EXPECT_TRUE(test::says(rows[0].text, "and 3 more in this field"));
}

TEST(Sections, RowsBeyondTheBoundAreCounted) {
    PageFacts facts = test::hostile_facts();
    facts.verdict.tables[0].fields.assign(k_rows_max + 17, {"path", "1", "2", "", "", 0});
    const Document document = written(&write_fields, facts);
    EXPECT_EQ(texts_of(document, "tr").size(), k_rows_max + 1);
    const auto words = texts_of(document, "p");
    EXPECT_TRUE(std::any_of(words.begin(), words.end(), [](const std::string& text) {
        return text.find("17 more fields") != std::string::npos;
    }));
}

TEST(Sections, TheEvidenceStandsInItsOrder) {
    PageFacts facts = test::hostile_facts();
    facts.verdict.steps = {{"one", "yes"}, {"two", test::k_hostile}};
    const Document document = written(&write_evidence, facts);
    EXPECT_EQ(texts_of(document, "li"),
              (std::vector<std::string>{"one? yes", std::string("two? ") + test::k_hostile}));
}

TEST(Sections, MarksAreListedUnderTheirRecordingOrNotAtAll) {
    PageFacts facts = test::hostile_facts();
    const Document document = written(&write_marks, facts);
    EXPECT_EQ(texts_of(document, "li").size(), 2U);
    EXPECT_EQ(texts_of(document, "h3"),
              std::vector<std::string>{std::string("a") + test::k_hostile});
    facts.sides[0].marks.clear();
    EXPECT_TRUE(written(&write_marks, facts).elements.empty());
}

TEST(Sections, TheRecordingsSayWhoMadeThem) {
    PageFacts facts = test::hostile_facts();
    facts.sides[1].flaw = "it is cut";
    const Document document = written(&write_recordings, facts);
    EXPECT_TRUE(has_fact(document, "Made by", test::k_hostile));
    EXPECT_TRUE(has_fact(document, "Ticks", "200, 50 a second"));
    EXPECT_TRUE(has_fact(document, "Flaw", "it is cut"));
}

}  // namespace
}  // namespace tandem::tools::autopsy
