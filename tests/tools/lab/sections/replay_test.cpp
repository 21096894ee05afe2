// SPDX-License-Identifier: MIT
// The tables of lab replay. The golden file holds their text.
#include <gtest/gtest.h>

#include <set>

#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplaySection, HasTablesOfDifferentNamesWithACellForEveryColumn) {
    const auto tables = replay_section({});
    ASSERT_TRUE(tables);
    std::set<std::string> names;
    for (const Table& table : *tables) {
        EXPECT_TRUE(names.insert(table.name).second) << table.name;
        EXPECT_FALSE(table.rows.empty()) << table.name;
        for (const auto& row : table.rows) {
            EXPECT_EQ(row.size(), table.columns.size()) << table.name;
        }
    }
    EXPECT_EQ(names.size(), 7U);
}

}  // namespace
}  // namespace tandem::tools::lab
