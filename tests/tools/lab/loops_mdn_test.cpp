// SPDX-License-Identifier: MIT
// What MDN's loops do as published. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loop.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

struct Starts : Game {
    void update(const Update& update) override { starts.push_back(update.start); }
    std::vector<Flicks> starts;
};

// C78: a boundary of 50 ms is the third refresh at 60 Hz, and > lets it pass.
TEST(MdnLoops, RunEveryTickARefreshLateForTheyCompareWithGreater) {
    Starts seen;
    run_loop(*find_loop("M2"), *parse_machine("fast"), {}, &seen);
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / 60;
    for (std::size_t tick = 0; tick < 10; ++tick) {
        EXPECT_EQ(seen.starts[tick],
                  static_cast<std::int64_t>(tick + 1) * Flicks(milliseconds(50)) + refresh);
    }
}

// C74.
TEST(MdnLoops, TieTheGamesSpeedToTheScreen) {
    Machine machine = *parse_machine("fast");
    for (const auto& [hz, ratio] : std::vector<std::pair<std::uint32_t, double>>{
             {30, 0.5}, {60, 1}, {75, 1.25}, {100, 10.0 / 6}, {120, 2}, {144, 2.4}}) {
        machine.refresh_hz = hz;
        EXPECT_NEAR(run_loop(*find_loop("M1"), machine).ratio(), ratio, 1e-9) << hz;
    }
}

TEST(MdnLoops, CountEveryTickThatASleepOwes) {
    RunOptions options;
    options.stall = Stall{std::chrono::seconds(3), std::chrono::seconds(2)};
    const LoopReport report = run_loop(*find_loop("M2"), *parse_machine("normal"), options);
    EXPECT_GE(report.updates_per_frame_max, 40U);
}

}  // namespace
}  // namespace tandem::tools::lab
