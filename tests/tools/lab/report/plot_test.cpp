// SPDX-License-Identifier: MIT
// A plot's marks are read back as the values that were put in.
#include <tandem/tools/lab/report/plot.hpp>

#include <sstream>

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

struct Bar {
    double begin = 0;
    double end = 0;
};

// The bars of one kind in milliseconds of a window of a second.
std::vector<Bar> bars(const std::string& svg, const std::string& kind) {
    constexpr double k_begin = 50;      // where the time line begins
    constexpr double k_end = 360 - 44;  // and ends
    constexpr double k_window_ms = 1'000;
    std::vector<Bar> found;
    for (const Element& shape : read_markup(svg).elements) {
        const std::string path = shape.attribute("d");
        if (shape.attribute("class") != kind) {
            continue;
        }
        for (std::size_t i = path.find('M'); i != std::string::npos; i = path.find('M', i + 1)) {
            std::istringstream begin(path.substr(i + 1));
            std::istringstream width(path.substr(path.find('h', i) + 1));
            Bar bar;
            begin >> bar.begin;
            width >> bar.end;
            bar.end += bar.begin;
            for (double* place : {&bar.begin, &bar.end}) {
                *place = (*place - k_begin) / (k_end - k_begin) * k_window_ms;
            }
            found.push_back(bar);
        }
    }
    return found;
}

std::string drawn(Lane lane) {
    lane.name = "slow <&>";
    lane.remark = "×0.4";
    return lanes_svg("lanes", {"Title", "Description", "speed"}, 1'000, {lane});
}

TEST(Lanes, BarsStandWhereTheirTimesAre) {
    const std::string svg = drawn({.name = "",
                                   .remark = "",
                                   .updates = {{0, 100}, {500, 550}},
                                   .pictures = {{100, 400}},
                                   .repeats = {{400, 500}}});
    const auto updates = bars(svg, "update");
    ASSERT_EQ(updates.size(), 2U);
    EXPECT_NEAR(updates[0].begin, 0, 0.1);
    EXPECT_NEAR(updates[0].end, 100, 3);
    EXPECT_NEAR(updates[1].begin, 500, 0.1);
    ASSERT_EQ(bars(svg, "picture").size(), 1U);
    EXPECT_NEAR(bars(svg, "picture")[0].end, 400, 3);
    EXPECT_NEAR(bars(svg, "repeat")[0].begin, 400, 0.1);
}

TEST(Lanes, WhatIsOutsideOfTheWindowIsNotDrawnAndWhatLeavesItIsCut) {
    const std::string svg = drawn({.name = "",
                                   .remark = "",
                                   .updates = {{900, 1'500}, {1'500, 1'600}},
                                   .pictures = {},
                                   .repeats = {}});
    const auto updates = bars(svg, "update");
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_NEAR(updates[0].end, 1'000, 3);
    EXPECT_TRUE(bars(svg, "picture").empty());
}

TEST(Lanes, NarrowBarsRunTogetherAndWideOnesStayApart) {
    Lane lane;
    for (int i = 0; i < 100; ++i) {
        lane.updates.push_back({500.0 + i, 501.0 + i});
        lane.pictures.push_back({i * 10.0, i * 10.0 + 10});
    }
    const std::string svg = drawn(lane);
    ASSERT_EQ(bars(svg, "update").size(), 1U);
    EXPECT_NEAR(bars(svg, "update")[0].begin, 500, 0.1);
    EXPECT_NEAR(bars(svg, "update")[0].end, 600, 3);
    EXPECT_EQ(bars(svg, "picture").size(), 100U);
}

TEST(Lanes, AreWellFormedWithTheirWords) {
    const Document document = read_markup(drawn({}));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    EXPECT_EQ(document.elements.front().attribute("aria-labelledby"), "lanes-title lanes-desc");
    for (const char* word : {"slow <&>", "×0.4", "speed", "time, ms", "1000"}) {
        EXPECT_NE(document.elements.front().text.find(word), std::string::npos) << word;
    }
    EXPECT_TRUE(read_markup(lane_swatch("repeat")).problems.empty());
    EXPECT_NE(lane_swatch("repeat"), lane_swatch("picture"));
}

}  // namespace

}  // namespace tandem::tools::lab::report
