// SPDX-License-Identifier: MIT
// The section about waiting, against the inventory's C72 and C73.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

struct ExpectedWait {
    std::vector<std::string> row;
    std::string updates, frames, state_changes, busy_percent;
};

TEST(EventsSection, C72AndC73AreTheInventorys) {
    const auto tables = events_section({});
    ASSERT_TRUE(tables);
    const Table table = table_of(*tables, "events");
    for (const ExpectedWait& expected :
         std::vector<ExpectedWait>{{{"G4", "published", "normal", "10"}, "10", "10", "10", "1"},
                                   {{"G4", "published", "normal", "0"}, "0", "0", "0", "0"},
                                   {{"G5", "published", "normal", "0"}, "0", "20", "0", "1.8"},
                                   {{"G4", "repaired", "normal", "10"}, "10", "600", "10", "54.1"},
                                   {{"G4", "repaired", "normal", "0"}, "0", "600", "0", "54"}}) {
        EXPECT_EQ(cell_of(table, expected.row, "updates"), expected.updates);
        EXPECT_EQ(cell_of(table, expected.row, "frames"), expected.frames);
        EXPECT_EQ(cell_of(table, expected.row, "state_changes"), expected.state_changes);
        EXPECT_EQ(cell_of(table, expected.row, "busy_percent"), expected.busy_percent);
    }
    for (const char* presses : {"10", "0"}) {
        EXPECT_EQ(cell_of(table, {"G2", "published", "normal", presses}, "updates"), "624");
        EXPECT_EQ(cell_of(table, {"G2", "published", "normal", presses}, "busy_percent"), "100");
    }
}

TEST(EventsSection, TakesAnyMachineAndWindow) {
    Request request;
    request.machines = {*parse_machine("2:3"), *parse_machine("slow")};
    request.window = std::chrono::seconds(3);
    const auto tables = events_section(request);
    ASSERT_TRUE(tables);
    const Table table = table_of(*tables, "events");
    EXPECT_EQ(table.rows.size(), 24U);
    EXPECT_EQ(cell_of(table, {"G4", "published", "2:3", "3"}, "busy_percent"), "0.5");
}

}  // namespace
}  // namespace tandem::tools::lab
