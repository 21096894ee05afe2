// SPDX-License-Identifier: MIT
// Noise changes when things happen and, with a fixed tick, nothing else: C04 to C06.
#include <gtest/gtest.h>

#include <chrono>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayNoise, AnUnevenMachineDisagreesWithItselfUnderAVariableStepAlone) {
    EXPECT_EQ(run_variable_uneven(2).hashes.size(), 2U);
    const UnevenRuns fixed = run_fixed_uneven(5);
    EXPECT_EQ(fixed.hashes.size(), 1U);
    EXPECT_EQ(fixed.distances, std::vector<double>(5, fixed.distances.front()));
    EXPECT_GE(fixed.ticks, 45U);
    EXPECT_GE(fixed.compared, 4 * fixed.ticks);
    EXPECT_EQ(fixed.differing, 0U);
}

TEST(ReplayNoise, OnThisMachinesOwnClockAFixedTickAgreesWithItself) {
    const UnevenRuns fixed = run_fixed_uneven(2, Unevenness::real);
    EXPECT_EQ(fixed.hashes.size(), 1U);
    EXPECT_GE(fixed.compared, 1U);
    EXPECT_EQ(fixed.differing, 0U);
    EXPECT_EQ(run_variable_uneven(2, Unevenness::real).distances.size(), 2U)
        << "as a rule they differ, which no test can ask of a clock";
}

// A step that reads the time is found, by the clock of either kind of machine: the comparison sees
// what the loop's machine does to the game.
struct YardThatReadsTheTime : Yard {
    void step(Inputs<Input> inputs) {
        Yard::step(inputs);
        random = Random(static_cast<std::uint64_t>(
            std::chrono::steady_clock::now().time_since_epoch().count()));
    }
};

TEST(ReplayNoise, AStepThatReadsTheTimeIsFound) {
    for (const Unevenness unevenness : {Unevenness::drawn, Unevenness::real}) {
        const UnevenRuns runs = run_fixed_uneven(2, unevenness, sim::erase<YardThatReadsTheTime>());
        EXPECT_EQ(runs.hashes.size(), 2U);
        EXPECT_EQ(runs.differing, runs.compared);
        EXPECT_GE(runs.compared, 1U);
    }
}

// Given the same second, the variable car is off by rounding alone.
TEST(ReplayNoise, AFairSecondDiffersByRounding) {
    const auto distances = run_variable_uneven(8).distances;
    std::set<double> distinct(distances.begin(), distances.end());
    EXPECT_GE(distinct.size(), 2U);
    for (const double distance : distances) {
        EXPECT_NEAR(distance, 1.92, 1e-14);
    }
}

TEST(ReplayNoise, MatchesComeToTheSameStatesWhateverTheLine) {
    const auto matches = run_noisy_matches();
    ASSERT_GE(matches.size(), 5U);
    for (const NoisyMatch& match : matches) {
        EXPECT_EQ(match.differing, 0U) << match.noise;
        EXPECT_EQ(match.distinct, 1U) << match.noise;
        EXPECT_EQ(match.compared, 800U) << match.noise;
    }
    EXPECT_GT(matches.back().worst_gap_ms, 3 * matches.front().worst_gap_ms)
        << "noise that nobody feels shows nothing";
}

TEST(ReplayNoise, AnAssertionFailsInTheSameTickEveryTime) {
    const AssertionPlays fixed = play_assertion(100);
    EXPECT_EQ(fixed.failed, 100U);
    EXPECT_EQ(fixed.at.size(), 1U);
    const AssertionPlays variable = play_variable_assertion(100);
    EXPECT_GT(variable.at.size(), 1U);
}

}  // namespace
}  // namespace tandem::tools::lab
