// SPDX-License-Identifier: MIT
// Game speed by refresh rate (C74).
#include <gtest/gtest.h>

#include <array>
#include <string>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::array<int, 6> k_screens_hz{30, 60, 75, 100, 120, 144};

TEST(RefreshSection, TiesM1ToTheScreenAndM2ToNone) {
    const auto tables = refresh_section({});
    ASSERT_TRUE(tables);
    const auto cell = [&](const char* loop, int hz, const char* key) {
        return found_cell(tables->front(), {loop, "published", "fast", std::to_string(hz)}, key);
    };
    for (const int hz : k_screens_hz) {
        EXPECT_NEAR(std::get<Amount>(cell("M1", hz, "ratio")).value, hz / 60.0, 1e-9) << hz;
        EXPECT_EQ(cell_text(cell("M2", hz, "updates")), cell_text(cell("M2", 60, "updates")));
    }
}

TEST(RefreshSection, RepairedM1KeepsItsSpeedOnEveryScreen) {
    const auto tables = refresh_section({});
    ASSERT_TRUE(tables);
    for (const int hz : k_screens_hz) {
        const Cell ratio =
            found_cell(tables->front(), {"M1", "repaired", "fast", std::to_string(hz)}, "ratio");
        ASSERT_TRUE(std::holds_alternative<Amount>(ratio));
        // At most two ticks of the ten seconds are not yet due.
        EXPECT_NEAR(std::get<Amount>(ratio).value, 1.0, 2.0 / 600) << hz;
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
