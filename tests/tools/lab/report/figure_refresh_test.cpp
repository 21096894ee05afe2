// SPDX-License-Identifier: MIT
// Speeds by refresh rate as drawn are the measured ones.
#include <gtest/gtest.h>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>

namespace tandem::tools::lab::report {
namespace {

TEST(RefreshFigure, OneUpdatePerRefreshRunsAsFastAsTheScreen) {
    const Figure figure = refresh_figure();
    const auto tied = read_markers(figure.panels.at(0).svg, Look::circle);
    const auto separated = read_markers(figure.panels.at(0).svg, Look::square);
    ASSERT_EQ(tied.size(), 6U);
    ASSERT_EQ(separated.size(), 6U);
    for (std::size_t i = 0; i < tied.size(); ++i) {
        const auto& row = figure.data->rows[i];
        EXPECT_NEAR(tied[i].x, static_cast<double>(std::get<std::int64_t>(row[0])), 0.1);
        EXPECT_NEAR(tied[i].y, std::get<Amount>(row[1]).value, 0.005);
        EXPECT_NEAR(separated[i].y, std::get<Amount>(row[2]).value, 0.005);
        EXPECT_NEAR(std::get<Amount>(row[1]).value, tied[i].x / 60, 0.005);
    }
    EXPECT_EQ(
        read_description(figure.panels.at(0).svg),
        "M1 lies on a straight line through the origin, from a speed of 0.5 at 30 Hz to 2.4 at "
        "144 Hz; M2 has 0.995 and 0.995 there.");
}

}  // namespace
}  // namespace tandem::tools::lab::report
