// SPDX-License-Identifier: MIT
// Markup is closed, and foreign text in it is harmless.
#include <tandem/tools/text/markup.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools {
namespace {

TEST(Markup, HostileTextStaysText) {
    const std::string hostile =
        "</td><script>alert('x')</script>\" onload=\"y\x01\x1b[2J\xff &amp; \xe2\x80\xae";
    Markup markup;
    markup.element("td", hostile, {{"title", hostile}});
    const std::string written = markup.extract();
    const lab::report::Document document = lab::report::read_markup(written);
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    ASSERT_EQ(document.elements.size(), 1U) << written;
    EXPECT_EQ(document.elements[0].attributes.size(), 1U);
    EXPECT_EQ(document.elements[0].text,
              "</td><script>alert('x')</script>\" onload=\"y\\x01\\x1b[2J\\xff &amp; "
              "\\xe2\\x80\\xae");
    EXPECT_EQ(document.elements[0].attribute("title"), document.elements[0].text);
}

TEST(Markup, ElementsNestAndLeavesCloseThemselves) {
    Markup inner;
    inner.leaf("path", {{"d", "M0 0"}});
    Markup markup;
    markup.open("svg", {{"class", "plot"}});
    markup.nested(inner.extract());
    markup.element("text", "a<b");
    markup.close();
    EXPECT_EQ(markup.extract(), R"(<svg class="plot"><path d="M0 0"/><text>a&lt;b</text></svg>)");
    EXPECT_EQ(markup.extract(), "");
}

TEST(MarkupDeathTest, WhatIsOpenCannotBeTaken) {
    Markup markup;
    markup.open("p");
    EXPECT_DEATH(markup.extract(), "assertion failed");
    markup.close();
    EXPECT_DEATH(markup.close(), "assertion failed");
}

}  // namespace
}  // namespace tandem::tools
