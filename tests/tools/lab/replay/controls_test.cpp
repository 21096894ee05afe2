// SPDX-License-Identifier: MIT
// Planted faults are found at exactly their tick, and only planted ones.
#include <gtest/gtest.h>

#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayControls, EveryFaultIsFoundAtItsTickAndNothingElseIs) {
    const Table table = controls_table();
    std::size_t by_diff = 0;
    std::size_t by_match = 0;
    for (const auto& row : table.rows) {
        const std::string fault = cell_text(row[0]);
        const auto* const injected = std::get_if<std::int64_t>(&row[1]);
        if (injected == nullptr) {
            EXPECT_EQ(fault, "none");
            EXPECT_EQ(cell_text(row[2]), "identical");
            EXPECT_TRUE(cell_text(row[6]).starts_with("no desync in 4")) << cell_text(row[6]);
            continue;
        }
        ++by_diff;
        EXPECT_EQ(std::get<std::int64_t>(row[3]), *injected) << fault;
        const bool in_the_file = fault.ends_with("in the recording");
        EXPECT_EQ(cell_text(row[2]), in_the_file ? "inputs" : "state") << fault;
        if (!in_the_file) {
            ++by_match;
            EXPECT_EQ(std::get<std::int64_t>(row[5]), *injected) << fault;
        }
    }
    EXPECT_EQ(by_diff, 6U);
    EXPECT_EQ(by_match, 4U);
}

}  // namespace
}  // namespace tandem::tools::lab
