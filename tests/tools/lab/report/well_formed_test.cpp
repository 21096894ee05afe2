// SPDX-License-Identifier: MIT
// The tests' own reader finds what it is for.
#include <tests/tools/lab/report/well_formed.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab::report {
namespace {

TEST(WellFormed, MarkupHasItsElementsAndNoProblems) {
    const Document document =
        read_markup("<!DOCTYPE html>\n<p id=\"a\">1 &lt; <b>2 &amp; more</b><br/></p>\n");
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    ASSERT_EQ(document.elements.size(), 3U);
    EXPECT_EQ(document.elements[0].text, "1 < 2 & more");
    EXPECT_EQ(document.elements[0].attribute("id"), "a");
    EXPECT_EQ(document.elements[1].within, std::vector<std::string>{"p"});
}

TEST(WellFormed, WhatAnXmlReaderRefusesIsFound) {
    for (const char* wrong :
         {"<p>", "</p>", "<p><b></p></b>", "<p id=a></p>", "<p id=\"a\" id=\"b\"></p>",
          "<p>&nbsp;</p>", "<p>a & b</p>", "<p>\x01</p>", "<p title=\"a<b\"></p>", "text", "<p"}) {
        EXPECT_FALSE(read_markup(wrong).problems.empty()) << wrong;
    }
}

}  // namespace
}  // namespace tandem::tools::lab::report
