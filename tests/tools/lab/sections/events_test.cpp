// SPDX-License-Identifier: MIT
// The section about waiting runs what was asked for.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

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
