// SPDX-License-Identifier: MIT
// Alpha as drawn is what the loops computed.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

struct Bounds {
    double least;
    double most;
};

Bounds bounds(const std::string& svg, Look look) {
    const auto marks = read_markers(svg, look);
    EXPECT_GT(marks.size(), 10U);
    Bounds found{1e9, -1e9};
    for (const Point& mark : marks) {
        found = {std::min(found.least, mark.y), std::max(found.most, mark.y)};
    }
    return found;
}

TEST(AlphaFigure, EachLoopKeepsToItsOwnBounds) {
    const Figure figure = alpha_figure();
    const Bounds l4 = bounds(figure.panels.at(0).svg, Look::circle);
    EXPECT_GT(l4.least, 0.05);
    EXPECT_NEAR(l4.most, 1, 0.01);
    const Bounds g2 = bounds(figure.panels.at(1).svg, Look::square);
    EXPECT_NEAR(g2.least, 0, 0.01);
    EXPECT_LT(g2.most, 0.95);
    const Bounds m2 = bounds(figure.panels.at(2).svg, Look::triangle);
    EXPECT_NEAR(m2.least, 0, 0.01);
    EXPECT_NEAR(m2.most, 1, 0.01);
}

TEST(AlphaFigure, AStallDrivesItBeyondAllBoundsUntilRepaired) {
    const std::string svg = alpha_figure().panels.at(3).svg;
    EXPECT_NE(read_words(svg).find("published, up to 46.12|"), std::string::npos);
    EXPECT_NE(read_words(svg).find("repaired|"), std::string::npos);
    EXPECT_NE(read_markup(svg).elements.at(2).text.find("46.12"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab::report
