// SPDX-License-Identifier: MIT
// Apexes of the chart are the measured ones.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>

namespace tandem::tools::lab::report {
namespace {

TEST(JumpFigure, ApexesAreTheMeasuredOnes) {
    const Figure figure = jump_figure();
    const std::string& svg = figure.panels.at(1).svg;
    const auto first = read_markers(svg, Look::diamond);
    const auto forward = read_markers(svg, Look::ring);
    ASSERT_EQ(first.size(), figure.data->rows.size());
    ASSERT_EQ(forward.size(), figure.data->rows.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        const auto& row = figure.data->rows[i];
        EXPECT_NEAR(first[i].x, static_cast<double>(std::get<std::int64_t>(row[0])), 0.1);
        EXPECT_NEAR(first[i].y, std::get<Amount>(row[1]).value, 0.005);
        EXPECT_NEAR(forward[i].y, std::get<Amount>(row[2]).value, 0.005);
    }
}

TEST(JumpFigure, OnlyTheSlowMachineStaysBelowTheWall) {
    const Figure figure = jump_figure();
    for (const auto& row : figure.data->rows) {
        EXPECT_EQ(std::get<bool>(row[3]), std::get<std::int64_t>(row[0]) < 60);
    }
    double highest = 0;
    for (const Point& point : read_markers(figure.panels.at(0).svg, Look::triangle)) {
        highest = std::max(highest, point.y);
    }
    EXPECT_NEAR(highest, 2.0, 0.01);
    EXPECT_NE(read_words(figure.panels.at(0).svg).find("wall, 2.2|"), std::string::npos);
}

TEST(JumpFigure, DescriptionsSayTheMeasuredApexes) {
    const Figure figure = jump_figure();
    const auto apex_text = [&](std::int64_t step, std::size_t column, int decimals) {
        for (const auto& row : figure.data->rows) {
            if (std::get<std::int64_t>(row[0]) == step) {
                return decimal(std::get<Amount>(row[column]).value, decimals);
            }
        }
        return std::string("no such step");
    };
    EXPECT_EQ(read_description(figure.panels.at(0).svg),
              "On fast and normal the jump rises above the wall of 2.2 units, to " +
                  apex_text(2, 1, 2) + " and " + apex_text(10, 1, 2) + "; on slow it stops at " +
                  apex_text(100, 1, 2) + ", below it.");
    const std::string apexes = read_description(figure.panels.at(1).svg);
    EXPECT_NE(apexes.find(" to " + apex_text(125, 1, 1) + " at 125 ms"), std::string::npos)
        << apexes;
    EXPECT_NE(apexes.find(" rise to " + apex_text(125, 2, 1) + " instead"), std::string::npos)
        << apexes;
    EXPECT_NE(apexes.find(" beyond 60 ms"), std::string::npos) << apexes;
}

}  // namespace
}  // namespace tandem::tools::lab::report
