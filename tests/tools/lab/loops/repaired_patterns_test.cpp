// SPDX-License-Identifier: MIT
// The repaired event loops and fixed steps of Game Programming Patterns. What all repaired loops
// have in common is in repaired_loops_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tests/tools/lab/loops/repaired_options.hpp>

namespace tandem::tools::lab {
namespace {

TEST(RepairedPatterns, APolledEventLoopKeepsTheTimeOfTheGame) {
    for (const int presses : {0, 10}) {
        const LoopReport report =
            run_loop(*find_loop("G5"), *parse_machine("normal"), repaired_options(presses));
        EXPECT_EQ(report.updates, 599U);
        EXPECT_EQ(report.presses, static_cast<std::uint64_t>(presses));
    }
}

// C71: the turbo button set right.
TEST(RepairedPatterns, AHandFittedGameRunsAtItsRateOnFasterHardware) {
    for (const char* machine : {"0.2:1.8", "0.1:0.9", "normal"}) {
        EXPECT_NEAR(run_loop(*find_loop("G6"), *parse_machine(machine), repaired_options()).ratio(),
                    1,
                    0.0011)  // a thousand ticks but the last
            << machine;
    }
}

TEST(RepairedPatterns, AFlipDoesNotDecideTheSpeed) {
    Machine machine = *parse_machine("1:5");
    for (const std::uint32_t hz : {30U, 60U, 144U}) {
        machine.refresh_hz = hz;
        EXPECT_NEAR(run_loop(*find_loop("G7b"), machine, repaired_options()).ratio(), 1, 0.005)
            << hz;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
