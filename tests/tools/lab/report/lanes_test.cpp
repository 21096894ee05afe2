// SPDX-License-Identifier: MIT
// Time lines draw what happened when, and nothing else.
#include <tandem/tools/lab/report/lanes.hpp>

#include <gtest/gtest.h>

#include <sstream>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

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
