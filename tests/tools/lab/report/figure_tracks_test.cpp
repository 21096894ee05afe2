// SPDX-License-Identifier: MIT
// The tracks' charts, read back: where bodies end, and errors as their table has them.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/report/figures.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>

namespace tandem::tools::lab::report {
namespace {

TEST(TracksFigure, BulletsAreApartInFloatAndDoubleAndNeverInIntegers) {
    const Figure figure = tracks_figure();
    const std::string& svg = figure.panels.at(1).svg;
    const auto in_float = read_markers(svg, Look::ring);
    const auto in_double = read_markers(svg, Look::diamond);
    const auto in_integers = read_markers(svg, Look::cross);
    ASSERT_EQ(in_float.size(), 5U);
    ASSERT_EQ(in_double.size(), 5U);
    ASSERT_EQ(in_integers.size(), 5U);
    EXPECT_GT(in_double.front().y, 0);
    EXPECT_GT(in_float.back().y, in_double.back().y);
    EXPECT_TRUE(std::all_of(in_integers.begin(), in_integers.end(),
                            [](const Point& point) { return point.y == 0; }));
    EXPECT_NEAR(read_markers(figure.panels.at(0).svg, Look::triangle).back().y, 960, 2);
}

TEST(TracksFigure, CarAndWalkersEndWhereTheyShould) {
    const Figure figure = tracks_figure();
    EXPECT_NE(read_words(figure.panels.at(2).svg).find("2.4336|"), std::string::npos);
    EXPECT_NEAR(read_markers(figure.panels.at(3).svg, Look::triangle).back().y, 20, 0.1);
    EXPECT_NEAR(read_markers(figure.panels.at(3).svg, Look::cross).back().y, 24, 0.1);
}

TEST(ErrorsFigure, ErrorsAreThoseOfTheTableAndFollowNoRule) {
    const Figure figure = errors_figure();
    const auto marks = read_markers(figure.panels.at(0).svg, Look::diamond);
    ASSERT_EQ(marks.size(), figure.data->rows.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto& row = figure.data->rows[i];
        const double fps = static_cast<double>(std::get<std::int64_t>(row[0]));
        const double error = std::get<ExactDouble>(row[2]).value;
        EXPECT_NEAR(marks[i].x, fps, fps * 0.01);
        EXPECT_NEAR(marks[i].y, error < 0 ? -error : error, marks[i].y * 0.01);
    }
}

TEST(TracksFigure, DescriptionsSayWhereTheTracksEnd) {
    const Figure figure = tracks_figure();
    const std::string bullet = read_description(figure.panels.at(0).svg);
    EXPECT_NE(bullet.find("from 0 to 960 px in 500 ms, in 50 steps on one machine and 5 on"),
              std::string::npos)
        << bullet;
    const std::string walker = read_description(figure.panels.at(3).svg);
    const std::string words = read_words(figure.panels.at(3).svg);
    for (const char* end : {"25.4", "20", "24"}) {
        EXPECT_NE(walker.find(" " + std::string(end)), std::string::npos) << walker;
        EXPECT_NE(words.find(std::string(end) + " px|"), std::string::npos) << words;
    }
    EXPECT_NE(walker.find("the normal one 25 and"), std::string::npos) << walker;
}

TEST(ErrorsFigure, DescriptionSaysTheLeastAndTheGreatestError) {
    const std::string errors = read_description(errors_figure().panels.at(0).svg);
    EXPECT_NE(errors.find("No error up to 8 frames"), std::string::npos) << errors;
    EXPECT_NE(errors.find("between 8.9 times ten to the minus 15 and 6.6 times"), std::string::npos)
        << errors;
}

}  // namespace
}  // namespace tandem::tools::lab::report
