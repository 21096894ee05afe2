// SPDX-License-Identifier: MIT
// A plot's marks are read back as the values that were put in.
#include <tandem/tools/lab/report/plot.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/chart_reader.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

constexpr Look k_looks[] = {Look::circle,  Look::square, Look::triangle,
                            Look::diamond, Look::cross,  Look::ring};

Plot sample_plot(bool is_logarithmic = false) {
    return {"Title <1>",
            "What one sees & more",
            {.label = "time, ms", .range = {0, 100}},
            {.label = "height, units",
             .range = is_logarithmic ? Range{1e-6, 1e3} : Range{-5, 20},
             .is_logarithmic = is_logarithmic,
             .has_zero = is_logarithmic}};
}

TEST(Plot, MarksOfEveryLookAreReadBackAsTheirValues) {
    const std::vector<Point> points{{0, -5}, {12.5, 3}, {99, 19.5}};
    for (const Look look : k_looks) {
        Plot plot = sample_plot();
        plot.markers(points, look);
        const auto read = read_markers(plot.svg("p"), look);
        ASSERT_EQ(read.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_NEAR(read[i].x, points[i].x, 0.05);
            EXPECT_NEAR(read[i].y, points[i].y, 0.05);
        }
    }
}

TEST(Plot, LogarithmsAndZeroAreReadBack) {
    Plot plot = sample_plot(true);
    plot.markers({{10, 1e-6}, {20, 0}, {30, 123}}, Look::diamond);
    const auto read = read_markers(plot.svg("p"), Look::diamond);
    ASSERT_EQ(read.size(), 3U);
    EXPECT_NEAR(read[0].y, 1e-6, 2e-9);
    EXPECT_EQ(read[1].y, 0);
    EXPECT_NEAR(read[2].y, 123, 0.3);
}

TEST(Plot, IsWellFormedAndSaysWhatItShowsToThoseWhoCannotSee) {
    Plot plot = sample_plot();
    plot.line({{0, 0}, {100, 20}}, Look::square);
    plot.dots({{50, 10}}, Look::circle);
    plot.level(2.2, "wall & more");
    plot.upright(80, "");
    plot.strip({10, 20}, "held");
    plot.words({50, 10}, LabelSide::above, "a <b>", Look::circle);
    const Document document = read_markup(plot.svg("name"));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    const Element& svg = document.elements.front();
    EXPECT_EQ(svg.attribute("role"), "img");
    EXPECT_EQ(svg.attribute("aria-labelledby"), "name-title name-desc");
    EXPECT_EQ(document.elements[1].text, "Title <1>");
    EXPECT_EQ(document.elements[2].text, "What one sees & more");
    const std::string words = read_words(plot.svg("name"));
    for (const char* word : {"time, ms|", "height, units|", "wall & more|", "held|", "a <b>|"}) {
        EXPECT_NE(words.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(words.find("||"), std::string::npos) << words;
}

TEST(PlotDeathTest, AMarkOutsideOfTheAxesIsNeverCutOffInSilence) {
    Plot plot = sample_plot();
    EXPECT_DEATH(plot.markers({{0, 21}}, Look::circle), "assertion failed");
}

TEST(Plot, LooksDifferInMoreThanTheirColour) {
    std::vector<std::string> shapes;
    for (const Look look : k_looks) {
        const Document document = read_markup(swatch(look, true, true));
        EXPECT_TRUE(document.problems.empty());
        EXPECT_EQ(document.elements.front().attribute("aria-hidden"), "true");
        shapes.push_back(marker_path(look, 0, 0));
    }
    // The ring is a circle that is not filled.
    EXPECT_EQ(shapes.front(), shapes.back());
    shapes.pop_back();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(shapes[i], shapes[j]);
        }
    }
}

}  // namespace
}  // namespace tandem::tools::lab::report
