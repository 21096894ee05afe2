// SPDX-License-Identifier: MIT
// Lags as drawn are those of the section's runs.
#include <gtest/gtest.h>

#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/report/chart_reader.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab::report {
namespace {

// When the loop is at most two pictures behind again, in seconds; 0 where it never is.
double caught_up(const std::string& svg, Look look) {
    for (const Point& mark : read_markers(svg, look)) {
        if (mark.x > 5.0 && mark.y < 60) {
            return mark.x;
        }
    }
    return 0;
}

TEST(StallFigure, LoopsCatchUpWhenTheSectionSaysSo) {
    const Figure figure = stall_figure();
    const std::string& svg = figure.panels.at(1).svg;
    const std::pair<const char*, Look> k_looks[] = {
        {"L1", Look::square}, {"L3", Look::triangle}, {"G3", Look::diamond}};
    for (const auto& [loop, look] : k_looks) {
        const Cell after = found_cell(*figure.data, {loop, "published"}, "caught_up_ms");
        // Every fifth picture has a mark, so that one may be half a tenth of a second late.
        EXPECT_NEAR(caught_up(svg, look), 5 + std::get<Amount>(after).value / 1'000, 0.06) << loop;
    }
    EXPECT_GT(caught_up(svg, Look::circle), 0);
    EXPECT_EQ(caught_up(svg, Look::cross), 0);
}

TEST(StallFigure, HasTheTableOfTheSection) {
    const auto section = stall_section({});
    ASSERT_TRUE(section);
    EXPECT_EQ(text_lines(*stall_figure().data), text_lines(section->front()));
}

TEST(StallFigure, DescriptionSaysWhenEachLoopHasCaughtUp) {
    const Figure figure = stall_figure();
    const std::string description = read_description(figure.panels.at(0).svg);
    for (const char* loop : {"L1", "L2", "L3", "G1", "G3"}) {
        const std::string after = cell_of(*figure.data, {loop, "published"}, "caught_up_ms");
        const std::string said = std::string(loop) + " " + (after == "-" ? "never" : after + " ms");
        EXPECT_NE(description.find(said), std::string::npos) << description;
    }
}

}  // namespace
}  // namespace tandem::tools::lab::report
