// SPDX-License-Identifier: MIT
// The repaired event loops and fixed steps of Game Programming Patterns. What all repaired loops
// have in common is in repaired_loops_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

RunOptions repaired(int presses = 0) {
    RunOptions options;
    options.repaired = true;
    for (int press = 0; press < presses; ++press) {
        options.presses.push_back(std::chrono::milliseconds(1'000 * press + 250));
    }
    return options;
}

// C73: turn-based, with an animation of 60 Hz.
TEST(RepairedPatterns, ATurnBasedGameIsAnimatedWhileItWaits) {
    const LoopReport silent = run_loop(*find_loop("G4"), *parse_machine("normal"), repaired());
    EXPECT_EQ(silent.frames, 600U);
    EXPECT_EQ(silent.updates, 0U);
    const LoopReport played = run_loop(*find_loop("G4"), *parse_machine("normal"), repaired(10));
    EXPECT_EQ(played.frames, 600U);
    EXPECT_EQ(played.updates, 10U);
}

TEST(RepairedPatterns, APolledEventLoopKeepsTheTimeOfTheGame) {
    for (const int presses : {0, 10}) {
        const LoopReport report =
            run_loop(*find_loop("G5"), *parse_machine("normal"), repaired(presses));
        EXPECT_EQ(report.updates, 599U);
        EXPECT_EQ(report.presses, static_cast<std::uint64_t>(presses));
    }
}

// C71: the turbo button set right.
TEST(RepairedPatterns, AHandFittedGameRunsAtItsRateOnFasterHardware) {
    for (const char* machine : {"0.2:1.8", "0.1:0.9", "normal"}) {
        EXPECT_NEAR(run_loop(*find_loop("G6"), *parse_machine(machine), repaired()).ratio(), 1,
                    0.0011)  // a thousand ticks but the last
            << machine;
    }
}

TEST(RepairedPatterns, AFlipDoesNotDecideTheSpeed) {
    Machine machine = *parse_machine("1:5");
    for (const std::uint32_t hz : {30U, 60U, 144U}) {
        machine.refresh_hz = hz;
        EXPECT_NEAR(run_loop(*find_loop("G7b"), machine, repaired()).ratio(), 1, 0.005) << hz;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
