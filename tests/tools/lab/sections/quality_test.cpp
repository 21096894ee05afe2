// SPDX-License-Identifier: MIT
// The section about quality, against the inventory's C76.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

struct ExpectedQuality {
    std::string machine, quality, frame_ms, fps;
};

TEST(QualitySection, C76ScalesAsTheInventoryHasIt) {
    const auto tables = quality_section({});
    ASSERT_TRUE(tables);
    const Table table = table_of(*tables, "scaled");
    for (const ExpectedQuality& expected :
         std::vector<ExpectedQuality>{{"fast", "1", "2", "60"},
                                      {"normal", "1", "10", "60"},
                                      {"slow", "1/4", "10", "60"},
                                      {"floor", "1/4", "28.75", "30"},
                                      {"choked", "1/4", "53.125", "15"}}) {
        const std::vector<std::string> row{"published", expected.machine};
        EXPECT_EQ(cell_of(table, row, "quality"), expected.quality);
        EXPECT_EQ(cell_of(table, row, "frame_ms"), expected.frame_ms);
        EXPECT_EQ(cell_of(table, row, "fps"), expected.fps);
    }
    const Table fixed = table_of(*tables, "fixed");
    EXPECT_EQ(cell_of(fixed, {"floor", "1/4"}, "ratio"), "0.5");
    EXPECT_EQ(cell_of(fixed, {"choked", "1/4"}, "ratio"), "0.25");
    EXPECT_EQ(cell_of(fixed, {"slow", "1/4"}, "ratio"), "1");
}

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
