// SPDX-License-Identifier: MIT
// Work that may wait, at once and spread (C83).
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

constexpr const char* k_at_once = "8 ms every 8th tick";
constexpr const char* k_spread = "1 ms every tick";

TEST(ThrottledSection, FramesComeUnevenlyUnlessTheWorkIsSpread) {
    const auto tables = throttled_section({});
    ASSERT_TRUE(tables);
    const Table& table = tables->front();
    EXPECT_EQ(cell_of(table, {"L1", "normal", k_at_once}, "interval_min_ms"), "32");
    EXPECT_EQ(cell_of(table, {"L1", "normal", k_at_once}, "interval_max_ms"), "48");
    EXPECT_EQ(cell_of(table, {"L1", "normal", k_spread}, "interval_min_ms"), "40");
    EXPECT_EQ(cell_of(table, {"L1", "normal", k_spread}, "interval_max_ms"), "40");
}

TEST(ThrottledSection, AllMachinesWorkAtTheSameTicks) {
    const auto tables = throttled_section({});
    ASSERT_TRUE(tables);
    for (const char* machine : {"normal", "fast"}) {
        EXPECT_EQ(cell_of(tables->front(), {"L1", machine, k_at_once}, "work_at_ticks"),
                  "0 8 16 24 ...");
    }
}

TEST(ThrottledSection, RunsWhatWasAskedFor) {
    Request request;
    request.loops = {"L4"};
    request.machines = {known_machines()[2]};
    request.window = std::chrono::seconds(1);
    const auto tables = throttled_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 2U);
    request.loops = {"L9"};
    EXPECT_FALSE(throttled_section(request));
}

}  // namespace
}  // namespace tandem::tools::lab
