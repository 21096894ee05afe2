// SPDX-License-Identifier: MIT
// The loops for which the inventory has no table: what each does in ten seconds on each machine. A
// second program, written from the descriptions in exact fractions, gave these figures.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tests/tools/lab/loops/expected_report.hpp>

namespace tandem::tools::lab {
namespace {

const std::vector<ExpectedReport>& derived() {
    static const std::vector<ExpectedReport> k_rows{
        {"G4", "fast", 0, 10, 10, 10, 0.2, 1000, 0},
        {"G4", "normal", 0, 10, 10, 10, 1, 1000, 0},
        {"G4", "slow", 0, 10, 10, 10, 10, 1000, 0},
        {"G4", "floor", 0, 10, 10, 10, 40, 1000, 0},
        {"G4", "choked", 0, 10, 10, 10, 10, 1000, 0},
        {"G5", "fast", 0, 10, 30, 11, 0.4, 500, 0},
        {"G5", "normal", 0, 10, 30, 11, 2.8, 500, 0},
        {"G5", "slow", 0, 10, 30, 11, 29.2, 500, 0},
        {"G5", "floor", 0, 10, 20, 11, 83.1, 604, 0},
        {"G5", "choked", 0, 10, 30, 11, 20, 500, 0},
        {"G6", "fast", 5, 5000, 5000, 5000, 100, 2, 0},
        {"G6", "normal", 1, 1000, 1000, 1000, 100, 10, 0},
        {"G6", "slow", 0.1, 100, 100, 100, 100, 100, 0},
        {"G6", "floor", 0.025, 25, 25, 25, 100, 400, 0},
        {"G6", "choked", 0.1, 100, 100, 100, 100, 100, 0},
        {"G7a", "fast", 1, 600, 600, 600, 12, 16.67, 0},
        {"G7a", "normal", 1, 600, 600, 600, 60, 16.67, 0},
        {"G7a", "slow", 0.1667, 100, 100, 100, 100, 100, 0},
        {"G7a", "floor", 0.0417, 25, 25, 25, 100, 400, 0},
        {"G7a", "choked", 0.1667, 100, 100, 100, 100, 100, 0},
        {"G7b", "fast", 1, 600, 600, 600, 12, 16.67, 0},
        {"G7b", "normal", 1, 600, 600, 600, 60, 16.67, 0},
        {"G7b", "slow", 0.1667, 100, 100, 100, 100, 100, 0},
        {"G7b", "floor", 0.0417, 25, 25, 25, 100, 400, 0},
        {"G7b", "choked", 0.1667, 100, 100, 100, 100, 100, 0},
        {"M0a", "fast", 0, 10, 10, 10, 0.2, 1000, 0},
        {"M0a", "normal", 0, 10, 10, 10, 1, 1000, 0},
        {"M0a", "slow", 0, 10, 10, 10, 10, 1000, 0},
        {"M0a", "floor", 0, 10, 10, 10, 40, 1000, 0},
        {"M0a", "choked", 0, 10, 10, 10, 10, 1000, 0},
        {"M0b", "fast", 0.9, 19, 19, 19, 0.38, 750, 0},
        {"M0b", "normal", 0.9, 19, 19, 19, 1.9, 750, 0},
        {"M0b", "slow", 0.9, 19, 19, 19, 19, 750, 0},
        {"M0b", "floor", 0.9, 19, 19, 19, 76, 750, 0},
        {"M0b", "choked", 0.9, 19, 19, 19, 19, 750, 0},
        {"M1c", "fast", 0.5, 300, 300, 300, 6, 16.67, 0},
        {"M1c", "normal", 0.5, 300, 300, 300, 30, 16.67, 0},
        {"M1c", "slow", 0.0833, 50, 50, 50, 50, 100, 0},
        {"M1c", "floor", 0.0217, 13, 13, 13, 52, 400, 0},
        {"M1c", "choked", 0.0833, 50, 50, 50, 50, 100, 0},
        {"M3a", "fast", 0.995, 199, 600, 200, 7.99, 17.67, 1},
        {"M3a", "normal", 0.995, 199, 600, 200, 55.99, 17.67, 1},
        {"M3a", "slow", 0.5, 100, 100, 100, 100, 104, 2},
        {"M3a", "floor", 0.125, 25, 25, 25, 100, 404, 2},
        {"M3a", "choked", 0.5, 100, 100, 100, 100, 100, 1},
        {"M3b", "fast", 0.995, 199, 600, 200, 7.99, 16.67, 1},
        {"M3b", "normal", 0.995, 199, 600, 200, 55.99, 16.67, 1},
        {"M3b", "slow", 0.995, 199, 100, 100, 103.96, 100, 2},
        {"M3b", "floor", 0.995, 199, 25, 25, 106.96, 400, 8},
        {"M3b", "choked", 0.995, 199, 200, 199, 199.5, 50, 1},
        {"M3c", "fast", 0.995, 199, 600, 200, 7.99, 16.67, 1},
        {"M3c", "normal", 0.995, 199, 600, 200, 55.99, 16.67, 1},
        {"M3c", "slow", 0.99, 198, 100, 99, 103.92, 100, 2},
        {"M3c", "floor", 0.96, 192, 25, 24, 106.68, 400, 8},
        {"M3c", "choked", 0.995, 199, 200, 199, 199.5, 50, 1},
        {"M4", "fast", 1, 600, 600, 600, 12, 16.67, 0},
        {"M4", "normal", 1, 600, 600, 600, 60, 16.67, 0},
        {"M4", "slow", 0.985, 591, 591, 591, 60.66, 58, 0},
        {"M4", "floor", 0.4683, 281, 280, 280, 87.1, 226.75, 0},
        {"M4", "choked", 0.25, 150, 149, 149, 80.14, 78.12, 0},
        {"M5", "fast", 1, 600, 600, 600, 13, 16.67, 0},
        {"M5", "normal", 1, 600, 600, 600, 61, 16.67, 0},
        {"M5", "slow", 0.1433, 86, 85, 85, 85.97, 116.67, 0},
        {"M5", "floor", 0.04, 24, 24, 24, 96.04, 416.67, 0},
        {"M5", "choked", 0.1433, 86, 85, 85, 85.97, 116.67, 0},
    };
    return k_rows;
}

class EventLoopTable : public testing::TestWithParam<std::size_t> {
protected:
    const ExpectedReport& expected() const { return derived()[GetParam()]; }
    LoopReport run() const {
        const Loop& loop = *find_loop(expected().loop);
        RunOptions options;
        if (loop.is_driven_by_input) {
            options.presses = scripted_presses(options.window);
        }
        return run_loop(loop, *parse_machine(expected().machine), options);
    }
};

TEST_P(EventLoopTable, IsTheSecondPrograms) {
    // Half of the last digit that stands here, and of a sum's rounding.
    constexpr double k_half = 0.500001;
    const LoopReport report = run();
    EXPECT_NEAR(report.ratio(), expected().ratio, k_half * 1e-4);
    EXPECT_EQ(report.updates, expected().updates);
    EXPECT_EQ(report.frames, expected().frames);
    EXPECT_EQ(report.distinct, expected().distinct);
    EXPECT_NEAR(report.busy_percent(), expected().busy_percent, k_half * 1e-2);
    EXPECT_NEAR(in_milliseconds(report.worst_gap), expected().worst_gap_ms, k_half * 1e-2);
    EXPECT_EQ(report.updates_per_frame_max, expected().updates_per_frame_max);
}

TEST_P(EventLoopTable, LosesNoTime) {
    const LoopReport report = run();
    EXPECT_EQ(report.busy + report.idle + report.stalled, report.window);
    EXPECT_LE(report.worker_busy, report.window);
    if (report.tick != Flicks(0)) {
        EXPECT_EQ(report.simulated, static_cast<std::int64_t>(report.updates) * report.tick);
    }
}

INSTANTIATE_TEST_SUITE_P(Derived, EventLoopTable, testing::Range<std::size_t>(0, derived().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             const ExpectedReport& row = derived()[tested.param];
                             return row.loop + "_" + row.machine;
                         });

}  // namespace
}  // namespace tandem::tools::lab
