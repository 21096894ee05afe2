// SPDX-License-Identifier: MIT
// The spring's chart shows what was measured, and where it explodes.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>

namespace tandem::tools::lab::report {
namespace {

TEST(SpringFigure, DistancesAreTheMeasuredOnesAndExplodeFromEightyMilliseconds) {
    const Figure figure = spring_figure();
    const auto marks = read_markers(figure.panels.at(1).svg, Look::diamond);
    ASSERT_EQ(marks.size(), figure.data->rows.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto step = std::get<std::int64_t>(figure.data->rows[i][0]);
        const double farthest = std::get<Amount>(figure.data->rows[i][1]).value;
        EXPECT_NEAR(marks[i].x, static_cast<double>(step), 0.1);
        EXPECT_NEAR(marks[i].y, farthest, farthest * 0.005);
        EXPECT_EQ(farthest > 10, step >= 80) << step;
    }
}

TEST(SpringFigure, TheSlowMachineGrowsFourfoldAFrame) {
    const auto marks = read_markers(spring_figure().panels.at(0).svg, Look::triangle);
    ASSERT_EQ(marks.size(), 11U);
    EXPECT_NEAR(marks[10].y / marks[9].y, 4, 0.05);
}

TEST(SpringFigure, DescriptionsSayTheMeasuredDistances) {
    const Figure figure = spring_figure();
    const auto& rows = figure.data->rows;
    double farthest_stable = 0;
    for (const auto& row : rows) {
        if (std::get<std::int64_t>(row[0]) < 80) {
            farthest_stable = std::max(farthest_stable, std::get<Amount>(row[1]).value);
        }
    }
    const std::string steps = read_description(figure.panels.at(1).svg);
    for (const std::string& said :
         {"Up to 75 ms the spring stays within " + decimal(farthest_stable, 2) + " units",
          std::string("from 80 ms on"),
          "to " + decimal(std::get<Amount>(rows.back()[1]).value, 2) + " units at 100 ms"}) {
        EXPECT_NE(steps.find(said), std::string::npos) << steps;
    }
    const std::string swings = read_description(figure.panels.at(0).svg);
    EXPECT_NE(swings.find("On slow it grows 4 times"), std::string::npos) << swings;
    EXPECT_NE(swings.find("stays within 1.01."), std::string::npos) << swings;
}

}  // namespace
}  // namespace tandem::tools::lab::report
