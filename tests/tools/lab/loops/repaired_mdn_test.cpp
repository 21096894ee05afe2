// SPDX-License-Identifier: MIT
// The repaired loops of MDN's article beyond its main one. What all repaired loops have in common
// is in repaired_loops_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tests/tools/lab/loops/repaired_options.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

TEST(RepairedMdn, NoTickAndNoPictureFollowsTheStop) {
    RecordingGame seen;
    run_loop(*find_loop("M1c"), *parse_machine("normal"), repaired_options(), &seen);
    EXPECT_EQ(seen.updates.size(), 299U);
    EXPECT_LT(seen.updates.back().start, Flicks(seconds(5)));
    EXPECT_LT(seen.frames.back().end, Flicks(seconds(5)));
}

TEST(RepairedMdn, TicksThatTheThreadWasTooBusyForAreMadeUpFor) {
    const Machine slow = *parse_machine("slow");
    EXPECT_EQ(run_loop(*find_loop("M3a"), slow).updates, 100U);
    EXPECT_EQ(run_loop(*find_loop("M3a"), slow, repaired_options()).updates, 199U);
}

// The worker has a processor of its own: 60 ms of update in every 50 ms is too much for it too.
TEST(RepairedMdn, AWorkerThatIsTooSlowSlowsTheGame) {
    const LoopReport report =
        run_loop(*find_loop("M3b"), *parse_machine("60:1"), repaired_options());
    EXPECT_EQ(report.frames, 600U);
    EXPECT_EQ(report.updates, (10'000U - 50) / 60 + 1);
}

TEST(RepairedMdn, AfterALongSleepTheWorkerIsAskedForNoMoreThanTheCap) {
    RunOptions options = repaired_options();
    options.window = seconds(50);
    options.hidden = Stall{seconds(10), seconds(30)};
    const LoopReport report = run_loop(*find_loop("M3c"), *parse_machine("normal"), options);
    EXPECT_EQ(report.updates_per_frame_max, 10U);
    EXPECT_EQ(report.updates, 999U - 590);
}

// C76: pictures alone are scaled; the game keeps its speed where the published one halves it.
TEST(RepairedMdn, QualityCostsPicturesAndNotSpeed) {
    EXPECT_LT(run_loop(*find_loop("M4"), *parse_machine("floor")).ratio(), 0.5);
    RecordingGame seen;
    const Machine floor = *parse_machine("floor");
    run_loop(*find_loop("M4"), floor, repaired_options(), &seen);
    const auto in_last_second =
        std::count_if(seen.updates.begin(), seen.updates.end(),
                      [](const Update& update) { return update.start >= Flicks(seconds(9)); });
    EXPECT_EQ(in_last_second, 60);
}

TEST(RepairedMdn, InputIsSeenAtTheNextTickAndTimePassesWithout) {
    for (const char* id : {"M0a", "M0b"}) {
        RunOptions options = repaired_options();
        EXPECT_EQ(run_loop(*find_loop(id), *parse_machine("normal"), options).updates, 599U) << id;
        options.presses = {std::chrono::milliseconds(20)};
        const LoopReport report = run_loop(*find_loop(id), *parse_machine("normal"), options);
        EXPECT_EQ(report.presses, 1U) << id;
        EXPECT_EQ(report.latency_max,
                  Flicks(seconds(1)) / 30 - Flicks(std::chrono::milliseconds(20)))
            << id;
    }
}

TEST(RepairedMdn, ChoresThatExceedTheBudgetCostPictures) {
    const LoopReport report =
        run_loop(*find_loop("M5"), *parse_machine("1:15.6"), repaired_options());
    EXPECT_EQ(report.frames, 300U);
    EXPECT_NEAR(report.ratio(), 1, 0.005);
}

}  // namespace
}  // namespace tandem::tools::lab
