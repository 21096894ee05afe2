// SPDX-License-Identifier: MIT
// A stall: what holds of all rows, and what may be asked for.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(StallSection, ShowsNoAlphaBeyondOneOfARepairedLoop) {
    const auto tables = stall_section({});
    ASSERT_TRUE(tables);
    for (const char* loop : {"L2", "L4", "G2", "G3", "W2", "W3", "M1", "M2"}) {
        const Cell alpha = found_cell(tables->front(), {loop, "repaired"}, "alpha_max");
        ASSERT_TRUE(std::holds_alternative<Amount>(alpha)) << loop;
        EXPECT_LE(std::get<Amount>(alpha).value, 1.0) << loop;
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
            if (const auto* bound = std::get_if<Amount>(&formula)) {
                ASSERT_TRUE(std::holds_alternative<Amount>(measured)) << loop << machine.name;
                EXPECT_LT(std::get<Amount>(measured).value, bound->value) << loop << machine.name;
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
