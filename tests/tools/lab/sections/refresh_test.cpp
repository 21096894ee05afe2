// SPDX-License-Identifier: MIT
// Game speed by refresh rate (C74).
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(RefreshSection, TiesM1ToTheScreenAndM2ToNone) {
    const auto tables = refresh_section({});
    ASSERT_TRUE(tables);
    const Table& table = tables->front();
    for (const auto& [hz, ratio] :
         std::vector<std::pair<std::string, std::string>>{{"30", "0.5"},
                                                          {"60", "1"},
                                                          {"75", "1.25"},
                                                          {"100", "1.6667"},
                                                          {"120", "2"},
                                                          {"144", "2.4"}}) {
        EXPECT_EQ(cell_of(table, {"M1", "published", "fast", hz}, "ratio"), ratio);
        EXPECT_EQ(cell_of(table, {"M2", "published", "fast", hz}, "updates"), "199") << hz;
    }
}

TEST(RefreshSection, RepairedM1KeepsItsSpeedOnEveryScreen) {
    const auto tables = refresh_section({});
    ASSERT_TRUE(tables);
    for (const char* hz : {"30", "60", "75", "100", "120", "144"}) {
        const Cell ratio = found_cell(tables->front(), {"M1", "repaired", "fast", hz}, "ratio");
        ASSERT_TRUE(std::holds_alternative<Number>(ratio));
        // At most two ticks of the ten seconds are not yet due.
        EXPECT_NEAR(std::get<Number>(ratio).value, 1.0, 2.0 / 600) << hz;
    }
}

TEST(RefreshSection, RunsWhatWasAskedFor) {
    Request request;
    request.loops = {"M1"};
    request.refresh_hz = 50;
    const auto tables = refresh_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 2U);
    EXPECT_EQ(cell_of(tables->front(), {"M1", "published", "fast", "50"}, "updates"), "500");
    request.loops = {"M9"};
    EXPECT_FALSE(refresh_section(request));
}

}  // namespace
}  // namespace tandem::tools::lab
