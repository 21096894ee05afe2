// SPDX-License-Identifier: MIT
// One line fits its terminal, speaks of one second, and says what happened.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/live.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

constexpr std::size_t k_wide = 400;

sim::Bytes state(double bullet) {
    VariableGame game;
    game.world.bullet.value = bullet;
    game.world.apex.value = 2.25;
    game.world.tap_frames = 5;
    return sim::canonical_bytes(game);
}

PairView view(std::uint64_t second, double fast, double slow) {
    PairView pair;
    pair.fast.frames = 402;
    pair.slow.frames = 41;
    pair.both = SameMoment{second, state(fast), state(slow)};
    return pair;
}

TEST(MatchLive, TellsOneSecondOfBothMachinesAndWhenTheyFirstDiffered) {
    LiveArm live(arm_of(ArmId::v_naive), "1/10");
    live.update({PairView{}});
    EXPECT_EQ(live.text(k_wide), "1/10 V-naive  frames 0|0");
    live.update({view(1, 1, 1)});
    EXPECT_EQ(live.text(k_wide),
              "1/10 V-naive  1 s  frames 402|41  equal  1 outcome  tap 5|5  jump 2.25|2.25  "
              "bullet 1|1  spring 1|1");
    live.update({view(2, 2, 2), view(2, 2, 2.5)});
    live.update({view(3, 3, 3.5), view(3, 3, 3)});
    EXPECT_EQ(live.text(k_wide),
              "1/10 V-naive  3 s  frames 402|41  apart at 2 s  2 outcomes  tap 5|5  "
              "jump 2.25|2.25  bullet 3|3.5  spring 1|1");
}

TEST(MatchLive, SaysBeforehandHowLongItWillTake) {
    MatchRequest request;
    request.arms = {&arm_of(ArmId::v_naive), &arm_of(ArmId::f_int)};
    EXPECT_EQ(beginning_text(request), "playing 2 arms, 5 pairs at once: about 14 s");
    request.arms.pop_back();
    request.seconds = 119;
    request.repeats = 1;
    EXPECT_EQ(beginning_text(request), "playing 1 arm, 1 pair: about 2 min 00 s");
    // Over when its fault is found, at tick 28 of 40 ms.
    request.arms = {&arm_of(ArmId::f_broken_dropped)};
    EXPECT_EQ(beginning_text(request), "playing 1 arm, 1 pair: about 3 s");
}

TEST(MatchLive, ALineIsNoWiderThanItsTerminal) {
    LiveArm live(arm_of(ArmId::v_hostdt), "10/10");
    live.update({view(1, 1e300, 2)});
    for (const std::size_t columns : {1U, 20U, 79U}) {
        EXPECT_EQ(live.text(columns).size(), columns);
    }
    EXPECT_NE(live.text(79).find("2 outcomes"), std::string::npos);
}

TEST(MatchLive, LockstepTellsItsStalls) {
    LiveArm live(arm_of(ArmId::f_int), "2/2");
    PairView pair;
    pair.fast.stalls = 3;
    live.update({pair});
    EXPECT_EQ(live.text(k_wide), "2/2 F-int  frames 0|0  stalls 3|0");
}

TEST(MatchLive, AFinishedArmLeavesItsVerdict) {
    ArmResult result;
    ArmFindings& found = result.findings;
    found.arm = &arm_of(ArmId::v_naive);
    found.verdict = MatchVerdict::diverged;
    found.frames_fast = 598;
    found.frames_slow = 60;
    found.first_difference = 1'000;
    found.outcomes = 10;
    found.pairs = 5;
    found.is_as_expected = result.recordings_are_sound = true;
    EXPECT_EQ(finished_text("1/10", result),
              "1/10 V-naive: diverged, frames 598|60, first difference at 1000 ms, 10 outcomes of "
              "10 runs");
    found.arm = &arm_of(ArmId::f_int);
    found.verdict = MatchVerdict::inconclusive;
    found.first_difference.reset();
    found.compared = 750;
    found.outcomes = 1;
    found.is_as_expected = false;
    EXPECT_EQ(finished_text("2/10", result),
              "2/10 F-int: inconclusive, frames 598|60, no difference in 750 ticks, 1 outcome of "
              "10 runs, 0 stalls; not as expected: the fast machine drew 0 frames for one of the "
              "slow, less than 5");
    found.ratio = 9;
    found.due = 1'500;
    EXPECT_TRUE(finished_text("2/10", result)
                    .ends_with("; not as expected: only 750 of 1500 were compared"));
}

}  // namespace
}  // namespace tandem::test
