// SPDX-License-Identifier: MIT
// Gap or overload, on the machines of the articles' claims.
#include <tandem/sim/time/pace_monitor.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/time/game_loop.hpp>

namespace tandem::sim {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr DebtPolicy k_policies[] = {DebtPolicy::keep, DebtPolicy::drop, DebtPolicy::pause};

// What a monitor tells of frames at these times, 20 ticks per second.
std::vector<PaceHealth> health_of(DebtPolicy policy, const std::vector<int>& frames_ms,
                                  std::uint32_t cap = 10) {
    Pacer pacer({TickRate{20}, policy, cap}, nanoseconds(0));
    PaceMonitor monitor({.ticks_per_frame_max = cap});
    std::vector<PaceHealth> told;
    for (const int at : frames_ms) {
        told.push_back(monitor.observe(pacer.advance(milliseconds(at))));
    }
    return told;
}

std::vector<int> times(int first, int step, int count) {
    std::vector<int> at;
    for (int i = 0; i < count; ++i) {
        at.push_back(first + i * step);
    }
    return at;
}

int count(const std::vector<PaceHealth>& told, PaceHealth health) {
    return static_cast<int>(std::count(told.begin(), told.end(), health));
}

Pace pace_of(std::uint32_t ticks, std::uint64_t ticks_dropped = 0) {
    Pace pace;
    pace.ticks = ticks;
    pace.ticks_dropped = ticks_dropped;
    return pace;
}

TEST(PaceMonitorTest, SleepingOnceIsOneGapUnderEveryPolicy) {
    for (const DebtPolicy policy : k_policies) {
        std::vector<int> frames = times(0, 16, 100);
        const std::vector<int> after = times(30'000 + 1'600, 16, 100);  // 600 ticks at once
        frames.insert(frames.end(), after.begin(), after.end());
        const std::vector<PaceHealth> told = health_of(policy, frames);
        EXPECT_EQ(count(told, PaceHealth::gap), 1);
        EXPECT_EQ(told[100], PaceHealth::gap);
        EXPECT_EQ(count(told, PaceHealth::overload), 0);
    }
}

TEST(PaceMonitorTest, TheTicksOfTheGapAreTold) {
    for (const DebtPolicy policy : k_policies) {
        Pacer pacer({TickRate{20}, policy, 10}, nanoseconds(0));
        PaceMonitor monitor;
        monitor.observe(pacer.advance(milliseconds(30'000)));
        EXPECT_EQ(monitor.ticks_due(), 600U);
        monitor.observe(pacer.advance(milliseconds(30'050)));
        EXPECT_EQ(monitor.ticks_due(), 1U);
    }
}

TEST(PaceMonitorTest, AMachineThatCannotKeepUpIsOverloadedFromTheThirdFrameOn) {
    for (const DebtPolicy policy : k_policies) {
        const std::vector<PaceHealth> told = health_of(policy, times(700, 700, 50));
        EXPECT_EQ(count(told, PaceHealth::gap), 2);
        EXPECT_EQ(count(told, PaceHealth::overload), 48);
        EXPECT_EQ(told[2], PaceHealth::overload);
    }
}

TEST(PaceMonitorTest, JustTooSlowIsAnOverloadInTheEndAndJustFastEnoughNever) {
    // 10 and a third ticks a frame: every third frame is above the cap, none below.
    const std::vector<PaceHealth> slow = health_of(DebtPolicy::drop, times(517, 517, 60));
    EXPECT_EQ(slow.back(), PaceHealth::overload);
    const std::vector<PaceHealth> enough = health_of(DebtPolicy::drop, times(500, 500, 60));
    EXPECT_EQ(count(enough, PaceHealth::steady), 60);
    const std::vector<PaceHealth> one = health_of(DebtPolicy::drop, times(50, 50, 60), 1);
    EXPECT_EQ(count(one, PaceHealth::steady), 60);
}

TEST(PaceMonitorTest, AnOverloadEndsWithTheFirstFrameBelowTheCap) {
    std::vector<int> frames = times(700, 700, 10);
    const std::vector<int> after = times(7'016, 16, 10);
    frames.insert(frames.end(), after.begin(), after.end());
    frames.push_back(9'000);
    const std::vector<PaceHealth> told = health_of(DebtPolicy::drop, frames);
    EXPECT_EQ(told[9], PaceHealth::overload);
    EXPECT_EQ(told[10], PaceHealth::steady);
    EXPECT_EQ(told.back(), PaceHealth::gap);
}

TEST(PaceMonitorTest, PayingOffAnOldGapIsSteady) {
    std::vector<int> frames{30'000};  // 600 ticks, ten of them a frame
    const std::vector<int> after = times(30'016, 16, 59);
    frames.insert(frames.end(), after.begin(), after.end());
    const std::vector<PaceHealth> told = health_of(DebtPolicy::keep, frames);
    EXPECT_EQ(count(told, PaceHealth::steady), 59);
}

TEST(PaceMonitorTest, AResumedPauseIsNoGap) {
    Pacer pacer({TickRate{20}, DebtPolicy::keep, 10}, nanoseconds(0));
    PaceMonitor monitor;
    pacer.advance(milliseconds(100));
    pacer.resume(milliseconds(60'000));
    EXPECT_EQ(monitor.observe(pacer.advance(milliseconds(60'016))), PaceHealth::steady);
}

// A second of debt, and then a loop that owes nothing.
TEST(PaceMonitorTest, ADebtThatWentWithItsLoopIsNoGap) {
    for (const bool is_reset : {false, true}) {
        GameLoop loop({TickRate{60}, DebtPolicy::keep, 10});
        PaceMonitor monitor;
        PaceHealth health = PaceHealth::overload;
        const auto tick = [] {};
        const auto frame = [&](const Pace& pace) { health = monitor.observe(pace); };
        loop.on_frame(loop.start(nanoseconds(0)), milliseconds(1'000), tick, frame);
        EXPECT_EQ(health, PaceHealth::gap);
        if (is_reset) {
            monitor.reset();
        }
        loop.on_frame(loop.start(milliseconds(1'000)), milliseconds(1'050), tick, frame);
        EXPECT_EQ(health, PaceHealth::steady);
        EXPECT_EQ(monitor.ticks_due(), is_reset ? 3U : 0U);
        monitor.observe(pace_of(4));
        EXPECT_EQ(monitor.ticks_due(), 4U);
    }
}

TEST(PaceMonitorTest, AFrameThatWasNotObservedIsNoGap) {
    Pacer pacer({TickRate{20}, DebtPolicy::keep, 10}, nanoseconds(0));
    PaceMonitor monitor;
    monitor.observe(pacer.advance(milliseconds(1'000)));  // ten are owed
    pacer.advance(milliseconds(1'000));                   // stopped within a tick: no frame
    EXPECT_EQ(monitor.observe(pacer.advance(milliseconds(1'050))), PaceHealth::steady);
    EXPECT_EQ(monitor.ticks_due(), 0U);
    monitor.observe(pacer.advance(milliseconds(1'100)));
    EXPECT_EQ(monitor.ticks_due(), 1U);
}

TEST(PaceMonitorTest, AResetEndsAnOverload) {
    PaceMonitor monitor;
    for (int frame = 0; frame < 3; ++frame) {
        monitor.observe(pace_of(10, 1));
    }
    ASSERT_EQ(monitor.observe(pace_of(10)), PaceHealth::overload);
    monitor.reset();
    EXPECT_EQ(monitor.ticks_due(), 0U);
    EXPECT_EQ(monitor.observe(pace_of(10)), PaceHealth::steady);
}

TEST(PaceMonitorTest, FramesOfAPauseAreSteadyWhateverIsOwed) {
    GameLoop loop({TickRate{20}, DebtPolicy::keep, 10});
    PaceMonitor monitor;
    const RunToken run = loop.start(nanoseconds(0));
    std::vector<PaceHealth> told;
    std::vector<std::uint64_t> due;
    for (const int at : {1'000, 30'000, 60'000, 60'050}) {
        if (at == 60'050) {
            loop.resume(milliseconds(60'000));
        }
        loop.on_frame(
            run, milliseconds(at), [] {},
            [&](const Pace& pace) {
                told.push_back(monitor.observe(pace));
                due.push_back(monitor.ticks_due());
            });
        if (at == 1'000) {
            loop.pause();
        }
    }
    EXPECT_EQ(due, (std::vector<std::uint64_t>{20, 0, 0, 1}));
    EXPECT_EQ(count(told, PaceHealth::steady), 3);
}

TEST(PaceMonitorDeathTest, ThresholdsOfNothingAreRefused) {
    EXPECT_DEATH(PaceMonitor({.ticks_per_frame_max = 0}), "ticks_per_frame_max");
    EXPECT_DEATH(PaceMonitor({.overload_frames = 0}), "overload_frames");
}

}  // namespace
}  // namespace tandem::sim
