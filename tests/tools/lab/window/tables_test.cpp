// SPDX-License-Identifier: MIT
// The tables of lab window: every run beside its model, and what is said where something is
// missing.
#include <tandem/tools/lab/window/tables.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/tables.hpp>
#include <tests/tools/lab/window/modelled_survey.hpp>

namespace tandem::tools::lab::window {
namespace {

const DisplayFacts k_display{.driver = "x11",
                             .renderer = "opengl",
                             .library = "SDL 2.0",
                             .width = 640,
                             .height = 480,
                             .refresh_hz = 0};

std::vector<Table> tables_of(const Survey& survey, const std::vector<const Loop*>& loops) {
    return window_tables(k_display, survey, claims_of_window(loops));
}

bool says_partial(const Table& table) { return table.title.find("PARTIAL") != std::string::npos; }

TEST(WindowTables, FitATerminalAndHaveTitlesOfTheirOwn) {
    const auto tables = tables_of(modelled_survey(whole_plan()), loops_of_windows());
    EXPECT_EQ(tables.size(), 4U);
    EXPECT_EQ(too_long_a_line(text_lines(tables)), "");
    for (const Table& table : tables) {
        EXPECT_EQ(repeated_title(table), "");
        EXPECT_FALSE(says_partial(table));
        for (const auto& row : table.rows) {
            EXPECT_EQ(row.size(), table.columns.size()) << table.name;
        }
    }
}

TEST(WindowTables, OfAWindowThatDoesAsItsModelAgreeEverywhere) {
    const auto tables = tables_of(modelled_survey(whole_plan()), loops_of_windows());
    const Table loops = table_of(tables, "loops");
    EXPECT_EQ(loops.notes.back(), std::to_string(loops.rows.size()) +
                                      " runs: " + std::to_string(loops.rows.size()) +
                                      " agree, 0 were starved, 0 do not agree.");
    EXPECT_EQ(table_of(tables, "claims").notes.back(), "18 claims, 18 agree.");
    EXPECT_EQ(cell_of(loops, {"L3", "published", "off", "normal"}, "updates_per_s"), "50.9");
    EXPECT_EQ(cell_of(table_of(tables, "quality"), {"M4", "published", "heavy"}, "quality"), "1/2");
}

TEST(WindowTables, SayWhereAWindowDidSomethingElse) {
    Survey survey = modelled_survey(plan_of({find_loop("L1")}, k_usual_window, 60));
    for (Surveyed& surveyed : survey.runs) {
        surveyed.measured.report.updates = 0;
    }
    const auto tables = tables_of(survey, {find_loop("L1")});
    EXPECT_EQ(cell_of(table_of(tables, "loops"), {"L1", "published", "off", "normal"}, "agrees"),
              "no");
    const Table claims = table_of(tables, "claims");
    ASSERT_EQ(claims.rows.size(), 1U);
    EXPECT_NE(cell_text(claims.rows[0][1]).find("no: this machine did not"), std::string::npos);
    EXPECT_EQ(cell_text(claims.rows[0][2]), "refuted");
    EXPECT_EQ(cell_text(claims.rows[0][3]), "shown");
}

TEST(WindowTables, SayWhereOtherProgramsHadTheProcessor) {
    Survey survey = modelled_survey(plan_of({find_loop("L1")}, k_usual_window, 60));
    for (Surveyed& surveyed : survey.runs) {
        surveyed.measured.report.updates = 0;
        surveyed.measured.processor_percent = 0;
    }
    const auto tables = tables_of(survey, {find_loop("L1")});
    EXPECT_EQ(cell_of(table_of(tables, "loops"), {"L1", "published", "off", "normal"}, "agrees"),
              "starved");
    EXPECT_NE(cell_text(table_of(tables, "claims").rows[0][1]).find("other programs"),
              std::string::npos);
}

TEST(WindowTables, DecideNothingAboutVsyncWithoutIt) {
    Survey survey =
        modelled_survey(plan_of({find_loop("G2"), find_loop("W3")}, k_usual_window, 60));
    survey.vsync = Vsync{false, "nobody waits"};
    const auto tables = tables_of(survey, {find_loop("G2"), find_loop("W3")});
    const Table display = table_of(tables, "display");
    EXPECT_EQ(cell_of(display, {"SDL 2.0"}, "vsync_why_not"), "nobody waits");
    EXPECT_NE(display.notes[0].find("nobody waits"), std::string::npos);
    const Table claims = table_of(tables, "claims");
    EXPECT_EQ(cell_text(claims.rows[0][0]), "C42");
    EXPECT_EQ(cell_text(claims.rows[0][1]), "undecided: see the display");
    EXPECT_NE(cell_text(claims.rows[0][2]).find("not testable"), std::string::npos);
}

TEST(WindowTables, DecideByItsNewSizesWhatAWindowIsTold) {
    Survey survey = modelled_survey({});
    const auto row_of = [&](const Resizes& resizes) {
        survey.resizes = resizes;
        const Table claims = table_of(tables_of(survey, {}), "claims");
        return claims.rows.at(0);
    };
    const auto once = row_of({10, 3, 10, 1, true});
    EXPECT_EQ(cell_text(once[0]), "C86");
    EXPECT_EQ(cell_text(once[1]), "agrees");
    EXPECT_EQ(cell_text(once[5]),
              "the viewport set in 10 of 10 pictures | in 1, to the last size; 3 signals of three "
              "new sizes");
    EXPECT_EQ(cell_text(row_of({10, 3, 10, 3, true})[2]), "refuted");
    EXPECT_EQ(cell_text(row_of({10, 2, 10, 1, false})[2]), "refuted");
    EXPECT_EQ(cell_text(row_of({10, 3, 1, 1, true})[2]), "refuted");
    EXPECT_EQ(cell_text(row_of({10, 0, 0, 0, false})[2]), "not testable");
}

TEST(WindowTables, SayThatTheyArePartialAndWhichClaimsThatCosts) {
    Survey survey = modelled_survey(whole_plan());
    survey.runs.resize(3);
    const auto tables = tables_of(survey, loops_of_windows());
    for (const Table& table : tables) {
        EXPECT_TRUE(says_partial(table)) << table.name;
    }
    EXPECT_NE(table_of(tables, "claims").notes.back().find("Without all that they need: 17 more."),
              std::string::npos);
}

TEST(WindowTables, WithoutTheNewSizesThatWerePlannedArePartialToo) {
    Survey survey = modelled_survey(plan_of({find_loop("L1")}, k_usual_window, 60));
    survey.plans_resizes = true;
    const auto tables = tables_of(survey, {find_loop("L1")});
    EXPECT_NE(tables[0].title.find("PARTIAL: without the window's new sizes"), std::string::npos);
    EXPECT_NE(table_of(tables, "claims").notes.back().find("Without all that they need: 1 more."),
              std::string::npos);
    survey.resizes = Resizes{};
    EXPECT_FALSE(says_partial(tables_of(survey, {find_loop("L1")})[0]));
}

TEST(WindowTables, WithoutAnyRunThereIsTheDisplayAlone) {
    Survey survey;
    survey.planned = 4;
    const auto tables = tables_of(survey, {find_loop("L1")});
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].name, "display");
    EXPECT_TRUE(says_partial(tables[0]));
}

TEST(WindowTables, AgreeWithinATenthOrTwo) {
    const auto of = [](std::uint64_t updates, std::uint64_t frames) {
        Figures figures;
        figures.report.window = std::chrono::seconds(1);
        figures.report.updates = updates;
        figures.report.frames = frames;
        return figures;
    };
    EXPECT_TRUE(agree(of(110, 60), of(100, 60)));
    EXPECT_FALSE(agree(of(111, 60), of(100, 60)));
    EXPECT_FALSE(agree(of(100, 50), of(100, 60)));
    EXPECT_TRUE(agree(of(3, 7), of(5, 5)));
    EXPECT_FALSE(agree(of(2, 5), of(5, 5)));
}

}  // namespace
}  // namespace tandem::tools::lab::window
