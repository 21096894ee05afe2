// SPDX-License-Identifier: MIT
// The time line says in words what it draws, and flags what matters.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/a_page.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::autopsy {
namespace {

using lab::report::Document;
using lab::report::Element;

Document drawn(const PageFacts& facts) {
    Markup page;
    write_time_line(page, facts);
    Document document = lab::report::read_markup(page.extract());
    EXPECT_EQ(document.problems, std::vector<std::string>{});
    return document;
}

std::vector<Element> of_class(const Document& document, const std::string& look) {
    return lab::report::find_elements(
        document, [&](const Element& element) { return element.attribute("class") == look; });
}

// The words of all pictures.
std::vector<std::string> described(const Document& document) {
    std::vector<std::string> words;
    for (const Element& element : document.elements) {
        if (element.attribute("role") == "img") {
            words.push_back(element.attribute("aria-label"));
        }
    }
    return words;
}

bool any_says(const std::vector<std::string>& texts, const std::string& words) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(words) != std::string::npos;
    });
}

TEST(TimeLinePicture, FlagsTheFirstBadTickAndTheHealing) {
    const Document document = drawn(test::hostile_facts());
    const auto bad = of_class(document, "bad_flag");
    ASSERT_EQ(bad.size(), 1U);
    EXPECT_NE(bad[0].text.find("first bad tick 120"), std::string::npos);
    EXPECT_EQ(bad[0].attribute("x"), "60.000%");
    const auto healed = of_class(document, "healed_flag");
    ASSERT_EQ(healed.size(), 1U);
    EXPECT_NE(healed[0].text.find("healed by tick 160"), std::string::npos);
}

TEST(TimeLinePicture, OfEqualRecordingsHasNoFlag) {
    PageFacts facts = test::hostile_facts();
    facts.verdict = {};
    const Document document = drawn(facts);
    EXPECT_TRUE(of_class(document, "bad_flag").empty());
    EXPECT_TRUE(of_class(document, "bad_line").empty());
}

TEST(TimeLinePicture, SaysWhichInputsDifferAndWhichAreAlike) {
    const auto words = described(drawn(test::hostile_facts()));
    EXPECT_TRUE(any_says(words, "Inputs of everybody: differ in 1 tick"));
    EXPECT_TRUE(any_says(words, "player 0, amount: from 0 to 8, 199 changes; both alike"));
    EXPECT_TRUE(any_says(words, std::string(test::k_hostile) + ", tail: from 0 to 99, 1 change"));
    EXPECT_TRUE(any_says(words, "they differ in 1 tick"));
}

TEST(TimeLinePicture, EveryFieldOfEveryPlayerHasTwoStrips) {
    const Document document = drawn(test::hostile_facts());
    EXPECT_EQ(of_class(document, "row lane pair").size(), 8U);
    EXPECT_EQ(of_class(document, "first").size(), 8U);
    EXPECT_EQ(of_class(document, "second").size(), 8U);
}

TEST(TimeLinePicture, WhatHasNoStripIsCountedInWords) {
    PageFacts facts = test::hostile_facts();
    facts.inputs.fields_left_out = 3;
    facts.slots_left_out = 2;
    std::vector<std::string> words;
    for (const Element& element : drawn(facts).elements) {
        words.push_back(element.name == "p" ? element.text : "");
    }
    EXPECT_TRUE(any_says(words, "Without a strip here: 3 fields of each input and 2 players."));
}

TEST(TimeLinePicture, MarksAreSignsWithWords) {
    const Document document = drawn(test::hostile_facts());
    EXPECT_EQ(of_class(document, "sign_stall").size(), 1U);
    EXPECT_EQ(of_class(document, "sign_note").size(), 1U);
    EXPECT_TRUE(any_says(described(document), "1 stall, 1 note"));
}

}  // namespace
}  // namespace tandem::tools::autopsy
