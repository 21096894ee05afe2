// SPDX-License-Identifier: MIT
// The section about quality: a state that no quality touches (C76), and what may be asked for.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(QualitySection, C76TheStateIsTheSameAtEveryQuality) {
    const auto tables = quality_section({});
    ASSERT_TRUE(tables);
    const Table fixed = table_of(*tables, "fixed");
    ASSERT_EQ(fixed.rows.size(), 20U);
    for (const auto& row : fixed.rows) {
        EXPECT_EQ(cell_text(row.back()), "yes");
        EXPECT_NE(cell_text(row[row.size() - 2]), "0");
    }
}

TEST(QualitySection, TakesAnyMachineScreenAndWindow) {
    Request request;
    request.machines = {*parse_machine("1:20")};
    request.refresh_hz = 120;
    request.window = std::chrono::seconds(2);
    const auto tables = quality_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(table_of(*tables, "scaled").rows.size(), 2U);
    // 1 + 20 / 16 ms fit a refresh at 120 Hz.
    EXPECT_EQ(cell_of(table_of(*tables, "fixed"), {"1:20", "1/4"}, "fps"), "120");
}

TEST(QualitySection, RunsOnTheRealClockToo) {
    Request request;
    request.window = std::chrono::milliseconds(60);
    request.machines = {machine_of("0:3600000")};
    request.real = true;
    const auto tables = run_section(*find_section("quality"), request);
    ASSERT_TRUE(tables);
    // An hour for a picture: none is finished, and nobody waits for it.
    EXPECT_EQ(cell_of(table_of(*tables, "scaled"), {"published", "0:3600000"}, "frames"), "0");
    EXPECT_NE(tables->front().title.find("this machine's clock"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab
