// SPDX-License-Identifier: MIT
// Every loop has its time lines, with the counts of its runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/trace.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

std::size_t count_bars(const Document& chart, const std::string& kind, std::size_t machine) {
    std::vector<std::string> paths;
    // A lane's bars follow its name.
    std::size_t lane = 0;
    std::size_t bars = 0;
    for (const Element& element : chart.elements) {
        const std::string look = element.attribute("class");
        const bool is_name = std::any_of(
            known_machines().begin(), known_machines().end(),
            [&](const Machine& known) { return look == "label" && element.text == known.name; });
        lane += is_name ? 1 : 0;
        if (look == kind && lane == machine + 1) {
            const std::string path = element.attribute("d");
            bars += static_cast<std::size_t>(std::count(path.begin(), path.end(), 'M'));
        }
    }
    return bars;
}

TEST(LanesFigure, HasAPanelForEveryLoopWithTheCountsOfItsRuns) {
    const Figure figure = lanes_figure();
    ASSERT_EQ(figure.panels.size(), loops().size());
    for (std::size_t i = 0; i < loops().size(); ++i) {
        const Document chart = read_markup(figure.panels[i].svg);
        EXPECT_TRUE(chart.problems.empty()) << chart.problems.front();
        EXPECT_TRUE(figure.panels[i].heading.starts_with(std::string(loops()[i].id) + " "));
        for (const Machine& machine : known_machines()) {
            RunOptions options;
            if (loops()[i].is_driven_by_input) {
                options.presses = scripted_presses(options.window);
            }
            const LoopReport report = run_loop(loops()[i], machine, options);
            const std::string counts = machine.name + ": " + std::to_string(report.updates) +
                                       " updates, " + std::to_string(report.frames) + " pictures";
            EXPECT_NE(chart.elements.at(2).text.find(counts), std::string::npos) << counts;
        }
    }
}

TEST(LanesFigure, SaysUnderEachLoopWhatItDoesWrongAndWhatRepairsIt) {
    const Figure figure = lanes_figure();
    for (std::size_t i = 0; i < loops().size(); ++i) {
        const Loop& loop = loops()[i];
        const std::string constants =
            loop.constants.empty() ? "" : " (" + std::string(loop.constants) + ")";
        EXPECT_EQ(figure.panels[i].words, "As published" + constants + ": " +
                                              std::string(loop.limit) +
                                              ". Repaired: " + std::string(loop.remedy) + ".");
    }
    EXPECT_TRUE(loop_named("M0a").constants.empty());
}

TEST(LanesFigure, DrawsTheUpdatesAndPicturesOfTheFirstSecond) {
    const Figure figure = lanes_figure();
    const Document fixed_fps = read_markup(figure.panels.at(1).svg);
    EXPECT_EQ(count_bars(fixed_fps, "update", 1), 25U);
    EXPECT_EQ(count_bars(fixed_fps, "picture", 1), 25U);
    EXPECT_EQ(count_bars(fixed_fps, "repeat", 1), 0U);
    EXPECT_EQ(count_bars(fixed_fps, "picture", 2), 10U);
    const Trace max_fps = trace_loop(loop_named("L3"), machine_named("normal"));
    const auto in_first_second = [](const TracedPicture& picture) {
        return picture.begin < std::chrono::seconds(1) && !picture.is_new;
    };
    EXPECT_EQ(count_bars(read_markup(figure.panels.at(3).svg), "repeat", 1),
              static_cast<std::size_t>(std::count_if(max_fps.pictures.begin(),
                                                     max_fps.pictures.end(), in_first_second)));
}

TEST(SpeedsTable, HasTheRatioOfEveryRun) {
    const Table table = speeds_table(false);
    const Table repaired = speeds_table(true);
    const auto steady = steady_loops();
    ASSERT_EQ(table.rows.size(), steady.size());
    ASSERT_EQ(repaired.rows.size(), steady.size());
    const auto ratio = [](const Table& of, std::size_t row, std::size_t machine) {
        return std::get<Amount>(of.rows[row].at(1 + machine)).value;
    };
    for (std::size_t i = 0; i < steady.size(); ++i) {
        EXPECT_EQ(cell_text(table.rows[i][0]), steady[i]->id);
        EXPECT_EQ(cell_text(repaired.rows[i][0]), steady[i]->id);
        EXPECT_EQ(cell_text(table.rows[i].back()), steady[i]->constants);
        EXPECT_EQ(cell_text(repaired.rows[i].back()), steady[i]->remedy);
        for (std::size_t j = 0; j < known_machines().size(); ++j) {
            RunOptions options;
            EXPECT_EQ(ratio(table, i, j),
                      run_loop(*steady[i], known_machines()[j], options).ratio());
            options.repaired = true;
            EXPECT_EQ(ratio(repaired, i, j),
                      run_loop(*steady[i], known_machines()[j], options).ratio());
        }
    }
}

}  // namespace
}  // namespace tandem::tools::lab::report
