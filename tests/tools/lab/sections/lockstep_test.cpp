// SPDX-License-Identifier: MIT
// The tables of lab lockstep. The golden file holds their text.
#include <gtest/gtest.h>

#include <set>

#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LockstepSection, HasNoDesyncInAnyRowAndComparedTicksInEachThatPlayed) {
    const auto tables = lockstep_section({});
    ASSERT_TRUE(tables);
    std::set<std::string> names;
    std::size_t compared = 0;
    for (const Table& table : *tables) {
        EXPECT_TRUE(names.insert(table.name).second);
        EXPECT_FALSE(table.rows.empty()) << table.name;
        for (const auto& row : table.rows) {
            ASSERT_EQ(row.size(), table.columns.size()) << table.name;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const auto* const said = std::get_if<bool>(&row[i]);
                EXPECT_FALSE(table.columns[i].key == "desync" && said != nullptr && *said)
                    << table.name << " " << cell_text(row[0]);
                const auto* const ticks = std::get_if<std::int64_t>(&row[i]);
                if (table.columns[i].key == "compared" && table.name != "refusals" &&
                    ticks != nullptr) {
                    EXPECT_GT(*ticks, 0) << table.name << " " << cell_text(row[0]);
                    ++compared;
                }
            }
        }
    }
    EXPECT_EQ(names.size(), 7U);
    EXPECT_GT(compared, 35U);
}

}  // namespace
}  // namespace tandem::tools::lab
