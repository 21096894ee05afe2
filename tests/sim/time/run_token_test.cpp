// SPDX-License-Identifier: MIT
// Stopping a loop: what ran may be stopped by any copy of its token, what no longer runs by none.
#include <tandem/sim/time/game_loop.hpp>

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

TEST(RunTokenTest, NothingRunsBeforeTheFirstStart) {
    RunSwitch runs;
    EXPECT_FALSE(runs.is_running(RunToken{}));
    EXPECT_FALSE(runs.stop(RunToken{}));
    EXPECT_FALSE(runs.is_running(RunToken{1}));
}

TEST(RunTokenTest, StopEndsTheRunAndASecondStopIsHarmless) {
    RunSwitch runs;
    const RunToken token = runs.start();
    EXPECT_TRUE(runs.is_running(token));
    EXPECT_TRUE(runs.stop(token));
    EXPECT_FALSE(runs.is_running(token));
    EXPECT_FALSE(runs.stop(token));
    EXPECT_FALSE(runs.is_running(token));
}

TEST(RunTokenTest, AStaleTokenNeitherGoesOnNorStopsANewerRun) {
    RunSwitch runs;
    const RunToken stale = runs.start();
    runs.stop(stale);
    const RunToken token = runs.start();
    EXPECT_FALSE(runs.stop(stale));
    EXPECT_FALSE(runs.is_running(stale));
    EXPECT_TRUE(runs.is_running(token));
}

TEST(RunTokenTest, StartingEndsTheRunBefore) {
    RunSwitch runs;
    const RunToken before = runs.start();
    const RunToken token = runs.start();
    EXPECT_FALSE(runs.is_running(before));
    EXPECT_TRUE(runs.is_running(token));
}

// Either could start a run whose token names another that it stopped.
static_assert(!std::is_copy_constructible_v<RunSwitch> && !std::is_move_constructible_v<RunSwitch>);
static_assert(!std::is_copy_assignable_v<RunSwitch> && !std::is_move_assignable_v<RunSwitch>);

TEST(RunTokenTest, AtMostTheNewestTokenRunsWhateverIsStartedAndStopped) {
    TANDEM_SEEDED_OPERANDS(operands);
    RunSwitch runs;
    std::vector<RunToken> tokens;
    RunToken running;  // none
    for (int round = 0; round < 2'000; ++round) {
        if (tokens.empty() || operands.next() % 4 == 0) {
            tokens.push_back(runs.start());
            running = tokens.back();
        } else {
            const RunToken token = tokens[operands.next() % tokens.size()];
            ASSERT_EQ(runs.stop(token), running == token);
            if (running == token) {
                running = {};
            }
        }
        for (const RunToken token : tokens) {
            ASSERT_EQ(runs.is_running(token), running == token);
        }
    }
}

}  // namespace
}  // namespace tandem::sim
