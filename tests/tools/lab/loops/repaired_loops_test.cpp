// SPDX-License-Identifier: MIT
// The repaired loops: a constant game speed on every machine that can, a slower game on one that
// cannot, and none of the published bugs.
#include <tandem/tools/lab/loops/repaired_loops.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

LoopReport run(const Loop& loop, const Machine& machine, RunOptions options = {}) {
    options.repaired = true;
    return run_loop(loop, machine, options);
}

std::uint32_t cap_of(std::string_view id) {
    return id == "L4" || id == "G3" ? 5 : sim::k_ticks_per_frame_max_default;
}

// The inventory's closed form of a capped loop, ratio cT/(cU+R) below its floor and 1 above it,
// short by no more than a frame at each end of the window, which is also more than the refreshes
// that the loops of the screen (W3, M1 and so on) wait for. M4 may be faster: its pictures become
// cheaper.
TEST(RepairedLoops, KeepTheirSpeedDownToTheFloorThatTheCapGives) {
    for (const Loop& loop : loops()) {
        const bool draws_full_pictures = loop.id != "M4";
        const bool runs_on = !loop.stops_early;  // all but M1c, which ends halfway
        for (const Machine& machine : known_machines()) {
            const LoopReport report = run(loop, machine);
            const std::int64_t cap = cap_of(loop.id);
            const Flicks full_frame = cap * machine.update_cost + machine.render_cost;
            const double floor = in_seconds(cap * report.tick) / in_seconds(full_frame);
            const double frames =
                2 * in_seconds(std::max(full_frame, report.tick)) / in_seconds(report.window);
            if (draws_full_pictures) {
                EXPECT_LE(report.ratio(), std::min(1.0, floor) * (1 + frames))
                    << loop.id << " on " << machine.name;
            }
            if (runs_on) {
                EXPECT_GE(report.ratio(), std::min(1.0, floor) * (1 - frames))
                    << loop.id << " on " << machine.name;
            }
        }
    }
}

TEST(RepairedLoops, LoseNoTimeAndNoTick) {
    for (const Loop& loop : loops()) {
        for (const Machine& machine : known_machines()) {
            const LoopReport report = run(loop, machine);
            EXPECT_EQ(report.busy + report.idle + report.stalled, report.window) << loop.id;
            EXPECT_EQ(report.simulated, static_cast<std::int64_t>(report.updates) * report.tick)
                << loop.id;
            EXPECT_LE(report.blend_max.value_or(0), 1) << loop.id;
        }
    }
}

TEST(RepairedLoops, RunAtOneSpeedOnEveryScreen) {
    Machine machine = *parse_machine("fast");
    for (const std::uint32_t hz : {30U, 59U, 60U, 75U, 100U, 120U, 144U}) {
        machine.refresh_hz = hz;
        // Of 599 ticks those are left that fall behind the last refresh.
        const std::uint64_t updates = run(*find_loop("M1"), machine).updates;
        EXPECT_LE(updates, 599U) << hz;
        EXPECT_GE(updates, 599U - 60 / hz) << hz;
    }
}

// Those that catch up on slow run several updates in a frame, whether or not the published form
// ever did, and are not said to run none.
TEST(RepairedLoops, CountTheirUpdatesInAFrame) {
    for (const Loop* loop : steady_loops()) {
        EXPECT_GE(run(*loop, *parse_machine("normal")).updates_per_frame_max, 1U) << loop->id;
        EXPECT_GE(run(*loop, *parse_machine("slow")).updates_per_frame_max, 2U) << loop->id;
    }
    const LoopReport published = run_loop(*find_loop("L1"), *parse_machine("slow"));
    EXPECT_EQ(published.updates_per_frame_max, 0U) << "it has no inner count";
}

// C78, repaired: with >= the tick runs at the refresh at which it is due.
TEST(RepairedLoops, RunATickAtTheRefreshAtWhichItIsDue) {
    RecordingGame seen;
    RunOptions options;
    options.repaired = true;
    run_loop(*find_loop("M2"), *parse_machine("fast"), options, &seen);
    ASSERT_EQ(seen.updates.size(), 199U);
    for (std::size_t tick = 0; tick < seen.updates.size(); ++tick) {
        EXPECT_EQ(seen.updates[tick].start,
                  static_cast<std::int64_t>(tick + 1) * Flicks(milliseconds(50)));
    }
}

TEST(RepairedLoops, SurviveAStallWithoutAGiantStepOrAWildBlend) {
    RunOptions options;
    options.stall = Stall{std::chrono::seconds(3), std::chrono::seconds(2)};
    for (const Loop& loop : loops()) {
        const LoopReport report = run(loop, *parse_machine("normal"), options);
        EXPECT_EQ(report.step_max, report.tick) << loop.id;
        EXPECT_LE(report.updates_per_frame_max, cap_of(loop.id)) << loop.id;
        EXPECT_LE(report.blend_max.value_or(0), 1) << loop.id;
        EXPECT_EQ(report.stalled, Flicks(std::chrono::seconds(2))) << loop.id;
    }
}

TEST(RepairedLoops, WaitWholeReadingsOfACoarseClock) {
    Machine machine = *parse_machine("fast");
    machine.clock_quantum = Flicks(std::chrono::seconds(1)) / 64;
    for (const char* id : {"L1", "W1", "W2", "G1"}) {
        const LoopReport report = run(*find_loop(id), machine);
        EXPECT_GE(report.ratio(), 0.99) << id;
        EXPECT_LE(report.frames, 10U * 64) << id;  // no spinning between two readings
    }
}

TEST(LoopClock, ReadsTheFlickOfADeadlineAsDueAndTheOneBeforeAsNot) {
    const Machine machine = *parse_machine("fast");
    for (const std::int64_t ticks : {1, 2, 3, 599, 35'999}) {
        const Flicks due = ticks * tick_of(TickRate(60));
        const sim::Pacer pacer({.tick_rate = TickRate(60)}, std::chrono::nanoseconds(0));
        sim::Pacer before = pacer;
        sim::Pacer at = pacer;
        before.advance(LoopClock::nanoseconds_at(due - Flicks(1)));
        EXPECT_EQ(before.next_deadline(), LoopClock::nanoseconds_at(due)) << ticks;
        at.advance(LoopClock::nanoseconds_at(due));
        EXPECT_GT(at.next_deadline(), LoopClock::nanoseconds_at(due)) << ticks;
        VirtualTime time;
        Game nobody;
        Platform platform(machine, time, std::chrono::hours(1), nobody);
        LoopClock(platform).wait_until(before.next_deadline());
        EXPECT_EQ(time.now(), due) << ticks;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
