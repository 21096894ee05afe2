// SPDX-License-Identifier: MIT
// The page's skeleton: what every reader, with eyes or without, finds in it.
#include <tandem/tools/lab/report/page.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/style.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

Page sample_page() {
    Figure figure{.id = "fig",
                  .title = "A figure <1>",
                  .panels = {{"A panel", "<svg></svg>", "Its words."}},
                  .legend = {{swatch(Look::circle, true, true), "a & b"}},
                  .caption = "What one sees.",
                  .claims = {"C1", "C2", "C3"},
                  .data = std::nullopt};
    return {.title = "Title & more",
            .lead = {"First.", "Second."},
            .counts = {{"13", "loops"}},
            .chapters = {{.id = "one",
                          .title = "Chapter <one>",
                          .lead = "Lead.",
                          .figures = {figure},
                          .blocks = {"<p>block</p>"}}},
            .closing = "The end."};
}

const Verdicts k_verdicts{{"C1", "shown"}, {"C2", "not testable: no screen"}};

TEST(Page, IsOneClosedDocumentWithLanguageTitleAndNothingFromOutside) {
    const Document document = read_markup(page_html(sample_page(), k_verdicts));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(document.elements.front().name, "html");
    EXPECT_EQ(document.elements.front().attribute("lang"), "en");
    const auto titles = find_elements(document, [](const Element& element) {
        return element.name == "title" && element.within.back() == "head";
    });
    ASSERT_EQ(titles.size(), 1U);
    EXPECT_EQ(titles[0].text, "Title & more");
    const auto policy = find_elements(document, [](const Element& element) {
        return element.attribute("http-equiv") == "Content-Security-Policy";
    });
    ASSERT_EQ(policy.size(), 1U);
    EXPECT_TRUE(policy[0].attribute("content").starts_with("default-src 'none'"));
}

TEST(Page, HasItsPartsInOrder) {
    const std::string page = page_html(sample_page(), k_verdicts);
    std::size_t at = 0;
    for (const char* part :
         {"<h1>Title &amp; more</h1>", "First.", "Second.", "13", "loops", "#one", "<h2", "Lead.",
          "<h3>A figure &lt;1&gt;", "a &amp; b", "<h4>A panel", "<p>Its words.", "<svg></svg>",
          "What one sees.", "block", "The end."}) {
        const std::size_t found = page.find(part, at);
        EXPECT_NE(found, std::string::npos) << part;
        at = found;
    }
}

TEST(Page, LinksTheClaimsThatItHasAndNamesThoseThatItHasNot) {
    const Document document = read_markup(page_html(sample_page(), k_verdicts));
    const auto links = find_elements(document, [](const Element& element) {
        return element.name == "a" && element.attribute("href").starts_with("#C");
    });
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(links[0].attribute("href"), "#C1");
    const auto shows = find_elements(
        document, [](const Element& element) { return element.attribute("class") == "shows"; });
    ASSERT_EQ(shows.size(), 1U);
    EXPECT_EQ(shows[0].text, "Claims C1 ✓ shown C2 – not testable C3");
}

TEST(Page, StyleNeedsNoEscapingAndFetchesNothing) {
    for (const char* word : {"<", "&", "url(", "@import", "@font-face", "http"}) {
        EXPECT_EQ(k_style.find(word), std::string_view::npos) << word;
    }
}

}  // namespace
}  // namespace tandem::tools::lab::report
