// SPDX-License-Identifier: MIT
// Throttled work costs what it costs, by the number of the tick.
#include <tandem/tools/lab/games/throttled_game.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(ThrottledGame, DoesTheSameWorkInEightTicksEitherWay) {
    RunOptions options;
    options.window = milliseconds(8 * 40);
    for (const WorkSpread spread : {WorkSpread::in_one_tick, WorkSpread::over_all_ticks}) {
        ThrottledGame game(spread);
        const LoopReport report =
            run_loop(*find_loop("L1"), *parse_machine("normal"), options, &game);
        EXPECT_EQ(report.updates, 8U);
        EXPECT_EQ(game.work_done(), Flicks(milliseconds(8)));
        EXPECT_EQ(game.ticks_with_work().size(), spread == WorkSpread::in_one_tick ? 1U : 8U);
        // Eight updates of 1 ms, eight pictures of 9 ms, and the work.
        EXPECT_EQ(report.busy, Flicks(milliseconds(8 * 10 + 8)));
    }
}

TEST(ThrottledGame, KeepsNoMoreTicksThanItPromises) {
    RunOptions options;
    options.window = std::chrono::seconds(60);
    ThrottledGame game(WorkSpread::over_all_ticks);
    const LoopReport report = run_loop(*find_loop("L1"), *parse_machine("fast"), options, &game);
    EXPECT_EQ(report.updates, 1'500U);
    EXPECT_EQ(game.ticks_with_work().size(), ThrottledGame::k_ticks_max);
    EXPECT_EQ(game.work_done(), Flicks(milliseconds(1'500)));
}

TEST(ThrottledGame, HasNoIntervalsWithoutTwoFrames) {
    const ThrottledGame game(WorkSpread::in_one_tick);
    EXPECT_EQ(game.shortest_interval(), Flicks(0));
    EXPECT_EQ(game.longest_interval(), Flicks(0));
}

}  // namespace
}  // namespace tandem::tools::lab
