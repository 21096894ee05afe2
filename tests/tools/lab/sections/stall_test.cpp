// SPDX-License-Identifier: MIT
// The inventory's table of a stall of two seconds on the machine normal, row by row.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

struct ExpectedStall {
    std::string loop, form, updates, sim_s, in_100_ms, caught_up, after_ms, closed_form_ms;
    std::string updates_per_frame_max, alpha_max;
};

// Its row of M2 is the loop with >= (A04): with > as published, 41 ticks are due at the first
// refresh afterwards, and alpha reaches 1. It has < 1 where we have the number, and names no alpha
// of W2, which draws without one.
const std::vector<ExpectedStall>& stall_inventory() {
    static const std::vector<ExpectedStall> k_rows{
        {"L1", "published", "250", "10", "10", "yes", "630", "667", "0", "-"},
        {"L2", "published", "800", "9.99", "10", "yes", "0", "-", "0", "-"},
        {"L3", "published", "500", "10", "55", "yes", "198", "210", "10", "-"},
        {"L4", "published", "250", "10", "37", "yes", "142", "151", "5", "46.12"},
        {"G1", "published", "501", "8.016", "7", "no", "-", "-", "0", "-"},
        {"G2", "published", "624", "9.984", "100", "yes", "141", "-", "125", "0.94"},
        {"G3", "published", "624", "9.984", "37", "yes", "410", "424", "5", "120.75"},
        {"G3", "repaired", "504", "8.064", "11", "no", "-", "-", "5", "0.94"},
        {"W2", "published", "299", "9.967", "62", "yes", "70", "-", "60", "-"},
        {"M2", "with >=", "199", "9.95", "42", "yes", "46", "-", "40", "0.67"},
        {"M2", "published", "199", "9.95", "42", "yes", "48", "-", "41", "1"},
    };
    return k_rows;
}

class StallTable : public testing::TestWithParam<std::size_t> {};

TEST_P(StallTable, IsTheInventorys) {
    static const auto k_tables = stall_section({});
    ASSERT_TRUE(k_tables);
    const ExpectedStall& row = stall_inventory()[GetParam()];
    const auto text = [&](const char* key) {
        return cell_of(k_tables->front(), {row.loop, row.form, "normal"}, key);
    };
    EXPECT_EQ(text("updates"), row.updates);
    EXPECT_EQ(text("sim_s"), row.sim_s);
    EXPECT_EQ(text("updates_100_ms"), row.in_100_ms);
    EXPECT_EQ(text("caught_up"), row.caught_up);
    EXPECT_EQ(text("caught_up_ms"), row.after_ms);
    EXPECT_EQ(text("closed_form_ms"), row.closed_form_ms);
    EXPECT_EQ(text("updates_per_frame_max"), row.updates_per_frame_max);
    EXPECT_EQ(text("alpha_max"), row.alpha_max);
}

INSTANTIATE_TEST_SUITE_P(Inventory, StallTable,
                         testing::Range<std::size_t>(0, stall_inventory().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             const ExpectedStall& row = stall_inventory()[tested.param];
                             return row.loop + "_" +
                                    (row.form == "with >=" ? "at_equality" : row.form);
                         });

TEST(StallSection, GivesTheWholeStallToOneStepOfTheVariableLoopAlone) {
    const auto tables = stall_section({});
    ASSERT_TRUE(tables);
    EXPECT_EQ(cell_of(tables->front(), {"L2", "published"}, "step_max_ms"), "2010");
    EXPECT_EQ(cell_of(tables->front(), {"L4", "published"}, "step_max_ms"), "40");
}

TEST(StallSection, ShowsNoAlphaBeyondOneOfARepairedLoop) {
    const auto tables = stall_section({});
    ASSERT_TRUE(tables);
    for (const char* loop : {"L2", "L4", "G2", "G3", "W2", "W3", "M1", "M2"}) {
        const Cell alpha = found_cell(tables->front(), {loop, "repaired"}, "alpha_max");
        ASSERT_TRUE(std::holds_alternative<Number>(alpha)) << loop;
        EXPECT_LE(std::get<Number>(alpha).value, 1.0) << loop;
    }
}

// As the note below the table says.
TEST(StallSection, MeasuresNoMoreThanTheFormulaGives) {
    Request request;
    request.loops = {"L1", "L3", "L4", "G3"};
    request.machines = known_machines();
    request.window = std::chrono::seconds(60);
    const Table table = stall_section(request).value().front();
    std::size_t compared = 0;
    for (const char* loop : {"L1", "L3", "L4", "G3"}) {
        for (const Machine& machine : known_machines()) {
            const Cell formula =
                found_cell(table, {loop, "published", machine.name}, "closed_form_ms");
            const Cell measured =
                found_cell(table, {loop, "published", machine.name}, "caught_up_ms");
            if (const auto* bound = std::get_if<Number>(&formula)) {
                ASSERT_TRUE(std::holds_alternative<Number>(measured)) << loop << machine.name;
                EXPECT_LT(std::get<Number>(measured).value, bound->value) << loop << machine.name;
                ++compared;
            }
        }
    }
    EXPECT_GE(compared, 8U);
}

TEST(StallSection, ExplainsRowsThatAreThere) {
    const auto notes = [](const std::string& loop) {
        Request request;
        request.loops = {loop};
        const Table table = stall_section(request).value().front();
        std::string text;
        for (const std::string& note : table.notes) {
            text += note + "\n";
        }
        return text;
    };
    EXPECT_NE(notes("G3").find("L4 and G3 as published"), std::string::npos);
    EXPECT_NE(notes("M2").find("with >=: M2"), std::string::npos);
    EXPECT_EQ(notes("M2").find("L4 and G3"), std::string::npos);
    EXPECT_EQ(notes("L1").find("with >="), std::string::npos);
}

TEST(StallSection, RunsTheLoopsMachinesAndStallThatWereAskedFor) {
    Request request;
    request.loops = {"L1"};
    request.machines = {known_machines()[0], known_machines()[1]};
    request.stall = Stall{std::chrono::seconds(1), std::chrono::milliseconds(500)};
    const auto tables = stall_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 4U);
    // 500 C / (40 - C), with C of 2 ms.
    EXPECT_EQ(cell_of(tables->front(), {"L1", "published", "fast"}, "closed_form_ms"), "26");
    request.loops = {"L9"};
    EXPECT_FALSE(stall_section(request));
}

TEST(StallSection, RefusesAWindowThatEndsInTheStall) {
    Request request;
    request.loops = {"L1"};
    request.window = std::chrono::seconds(5);
    EXPECT_FALSE(stall_section(request));
    request.window = std::chrono::milliseconds(5'001);
    const auto tables = stall_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(cell_of(tables->front(), {"L1", "published"}, "caught_up"), "no");
}

}  // namespace
}  // namespace tandem::tools::lab
