// SPDX-License-Identifier: MIT
// The whole page: closed, self-contained, complete and readable without eyes.
#include <tandem/tools/lab/report/page.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

const std::string& page() {
    static const std::string k_page = [] {
        auto made = make_report();
        return made ? std::move(*made) : "error: " + made.error().text();
    }();
    return k_page;
}

const Document& document() {
    static const Document k_document = read_markup(page());
    return k_document;
}

TEST(Report, IsWellFormed) {
    EXPECT_TRUE(document().problems.empty()) << document().problems.front();
    EXPECT_GT(document().elements.size(), 1'000U);
}

TEST(Report, IsTheSameEachTime) {
    const auto again = make_report();
    ASSERT_TRUE(again);
    EXPECT_TRUE(*again == page());
}

TEST(Report, NeedsNothingButItself) {
    const std::set<std::string> fetching{"script", "link",  "iframe", "img",    "object",
                                         "embed",  "image", "audio",  "video",  "use",
                                         "source", "base",  "form",   "applet", "frame"};
    for (const Element& element : document().elements) {
        EXPECT_EQ(fetching.count(element.name), 0U) << element.name;
        for (const auto& [key, value] : element.attributes) {
            EXPECT_FALSE(key.starts_with("on")) << key;
            EXPECT_EQ(value.find("://"), std::string::npos) << value;
            if (key == "href") {
                EXPECT_TRUE(value.starts_with("#")) << value;
            }
        }
    }
    EXPECT_EQ(page().find("://"), std::string::npos);
    EXPECT_LT(page().size(), 1'000'000U);
}

TEST(Report, EveryIdIsThereOnceAndEveryLinkLeadsToOne) {
    std::set<std::string> ids;
    for (const Element& element : document().elements) {
        const std::string id = element.attribute("id");
        EXPECT_TRUE(id.empty() || ids.insert(id).second) << id;
    }
    for (const Element& element : document().elements) {
        if (const std::string target = element.attribute("href"); !target.empty()) {
            EXPECT_EQ(ids.count(target.substr(1)), 1U) << target;
        }
        std::string names = element.attribute("aria-labelledby");
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            EXPECT_EQ(ids.count(names.substr(0, end)), 1U) << names;
            names.erase(0, end + 1);
        }
    }
}

TEST(Report, HasARowForEveryClaimWithItsVerdict) {
    for (const Claim& claim : claims()) {
        const auto rows = find_elements(document(), [&](const Element& element) {
            return element.name == "tr" && element.attribute("id") == claim.id;
        });
        ASSERT_EQ(rows.size(), 1U) << claim.id;
        EXPECT_NE(rows[0].text.find(claim.sentence), std::string::npos) << claim.id;
        const std::string verdict = verdict_text(claim, run_claim(claim).verdict);
        EXPECT_NE(rows[0].text.find(verdict.substr(0, verdict.find(':'))), std::string::npos);
        EXPECT_NE(rows[0].text.find(claim.why_not_testable), std::string::npos) << claim.id;
        EXPECT_EQ(rows[0].text.find("Holds: -"), std::string::npos) << claim.id;
        EXPECT_EQ(rows[0].text.find("Measured: -"), std::string::npos) << claim.id;
    }
    EXPECT_FALSE(claims().empty());
}

TEST(Report, HasARowForEveryLoopOnEveryMachine) {
    const auto rows = find_elements(document(), [](const Element& element) {
        return element.name == "th" && element.attribute("scope") == "row";
    });
    for (const Loop& loop : loops()) {
        const auto count = std::count_if(rows.begin(), rows.end(), [&](const Element& row) {
            return row.text.starts_with(std::string(loop.id) + " ");
        });
        EXPECT_GE(static_cast<std::size_t>(count), known_machines().size()) << loop.id;
    }
}

TEST(Report, HeadingsDescendWithoutAGap) {
    int level = 0;
    for (const Element& element : document().elements) {
        if (element.name.size() == 2 && element.name[0] == 'h' && element.name[1] >= '1' &&
            element.name[1] <= '6') {
            const int next = element.name[1] - '0';
            EXPECT_LE(next, level + 1) << element.text;
            EXPECT_FALSE(element.text.empty());
            EXPECT_EQ(next == 1, level == 0) << element.text;
            level = next;
        }
    }
    EXPECT_GT(level, 1);
}

TEST(Report, EveryPictureHasATitleAndADescriptionOrIsHidden) {
    const auto& elements = document().elements;
    std::size_t plots = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].name != "svg" || elements[i].attribute("aria-hidden") == "true") {
            continue;
        }
        ++plots;
        EXPECT_EQ(elements[i].attribute("role"), "img");
        EXPECT_EQ(elements.at(i + 1).name, "title");
        EXPECT_FALSE(elements.at(i + 1).text.empty());
        EXPECT_EQ(elements.at(i + 2).name, "desc");
        EXPECT_GT(elements.at(i + 2).text.size(), 20U);
    }
    EXPECT_GE(plots, 25U);
}

TEST(Report, EveryTableHasACaptionAndHeadersWithScope) {
    for (const Element& element : document().elements) {
        if (element.name == "th") {
            const std::string scope = element.attribute("scope");
            EXPECT_TRUE(scope == "col" || scope == "row") << element.text;
        }
    }
    const auto named = [](const char* name) {
        return find_elements(document(),
                             [&](const Element& element) { return element.name == name; })
            .size();
    };
    EXPECT_EQ(named("caption"), named("table"));
    EXPECT_EQ(named("figcaption"), named("figure"));
}

}  // namespace
}  // namespace tandem::tools::lab::report
