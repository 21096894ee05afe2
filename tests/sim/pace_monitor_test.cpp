// SPDX-License-Identifier: MIT
// Gap or overload, on the machines of the articles' claims.
#include <tandem/sim/pace_monitor.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

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

TEST(PaceMonitorDeathTest, ThresholdsOfNothingAreRefused) {
    EXPECT_DEATH(PaceMonitor({.ticks_per_frame_max = 0}), "ticks_per_frame_max");
    EXPECT_DEATH(PaceMonitor({.overload_frames = 0}), "overload_frames");
}

}  // namespace
}  // namespace tandem::sim
