// SPDX-License-Identifier: MIT
// Measured speeds of lockstep lie on the closed form, as drawn and as tabled.
#include <gtest/gtest.h>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>

namespace tandem::tools::lab::report {
namespace {

TEST(LockstepFigure, MarksAreTheMeasuredSpeedsAndLieOnTheClosedForm) {
    const Figure figure = lockstep_figure();
    const std::string& svg = figure.panels.at(0).svg;
    std::vector<Point> marks;
    for (const Look look : {Look::circle, Look::square, Look::triangle, Look::diamond}) {
        const auto more = read_markers(svg, look);
        marks.insert(marks.end(), more.begin(), more.end());
    }
    ASSERT_EQ(marks.size(), figure.data->rows.size());
    ASSERT_EQ(marks.size(), 32U);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto& row = figure.data->rows[i];
        const double form = std::get<Amount>(row[4]).value;
        EXPECT_NEAR(marks[i].x, static_cast<double>(std::get<std::int64_t>(row[3])), 0.01);
        EXPECT_NEAR(marks[i].y, std::get<Amount>(row[5]).value, 0.002);
        EXPECT_NEAR(std::get<Amount>(row[5]).value, form, 0.006) << i;
        EXPECT_NEAR(std::get<Amount>(row[6]).value, form, 0.006) << i;
        EXPECT_GT(std::get<std::int64_t>(row[7]), 400);
        EXPECT_FALSE(std::get<bool>(row[8]));
    }
    for (const Point& product : read_markers(svg, Look::cross)) {
        EXPECT_NEAR(product.y, 1, 0.01);
    }
}

TEST(LockstepFigure, DelayShortensTheLongestWaitToATick) {
    const auto waits = read_markers(lockstep_figure().panels.at(1).svg, Look::circle);
    ASSERT_EQ(waits.size(), 13U);
    EXPECT_NEAR(waits.front().y, 200, 2);
    EXPECT_NEAR(waits.at(9).y, 21, 2);
    EXPECT_GT(waits.at(8).y, 30);
}

TEST(LockstepFigure, DescriptionsSayFromWhereOnTheSpeedIsFullAndTheWaitATick) {
    const Figure figure = lockstep_figure();
    // The first of each pair's rows in which both lines end.
    std::string full;
    for (std::size_t pair = 0; pair < 4; ++pair) {
        std::size_t row = 8 * pair;
        while (std::get<Amount>(figure.data->rows[row][4]).value < 1) {
            ++row;
        }
        full += std::to_string(std::get<std::int64_t>(figure.data->rows[row][3])) + " ";
    }
    EXPECT_EQ(full, "5 3 2 7 ");
    const std::string speeds = read_description(figure.panels.at(0).svg);
    EXPECT_NE(speeds.find("full from 5, 3, 2 and 7 of them on"), std::string::npos) << speeds;
    const std::string waits = read_description(figure.panels.at(1).svg);
    EXPECT_NE(waits.find("from 200 ms down to a tick of 20 ms at 9 ticks"), std::string::npos)
        << waits;
}

}  // namespace
}  // namespace tandem::tools::lab::report
