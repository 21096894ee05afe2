// SPDX-License-Identifier: MIT
// Matches in virtual time: the same in every run, stopped where asked, and a desync is seen.
#include <tandem/tools/lab/lockstep/virtual_match.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

VirtualMatchOptions rough_options(std::uint64_t seed) {
    VirtualMatchOptions options;
    options.seed = seed;
    options.line.delay = milliseconds(30);
    options.line.jitter = milliseconds(40);
    options.line.loss_ppm = 100'000;
    options.loops[0].jitter = milliseconds(15);
    options.loops[1].jitter = milliseconds(5);
    return options;
}

TEST(VirtualMatch, IsTheSameInEveryRun) {
    VirtualMatch first(rough_options(1));
    VirtualMatch second(rough_options(1));
    first.run_until(seconds(8));
    second.run_until(seconds(8));
    EXPECT_EQ(first.log(0).ticked, second.log(0).ticked);
    EXPECT_EQ(first.log(1).state_hashes, second.log(1).state_hashes);
    EXPECT_GT(first.log(1).ticks_compared, 300U);
}

TEST(VirtualMatch, AnotherSeedMovesTimesAndNoState) {
    VirtualMatch first(rough_options(1));
    VirtualMatch second(rough_options(2));
    first.run_until(seconds(8));
    second.run_until(seconds(8));
    EXPECT_NE(first.log(0).ticked, second.log(0).ticked);
    const std::size_t both =
        std::min(first.log(0).state_hashes.size(), second.log(1).state_hashes.size());
    ASSERT_GT(both, 300U);
    EXPECT_TRUE(std::equal(first.log(0).state_hashes.begin(),
                           first.log(0).state_hashes.begin() + static_cast<std::ptrdiff_t>(both),
                           second.log(1).state_hashes.begin()));
}

TEST(VirtualMatch, ADesyncIsSeen) {
    VirtualMatch match({},
                       [](std::size_t peer) {
                           return peer == 0 ? sim::erase<YardWithWallClock<1>>()
                                            : sim::erase<YardWithWallClock<2>>();
                       },
                       {});
    match.run_until(seconds(6));
    const auto* desynced = match.log(0).find<net::Desynced>();
    ASSERT_NE(desynced, nullptr);
    EXPECT_EQ(desynced->tick.number, Yard::k_gust_ticks - 1);
    EXPECT_EQ(match.log(0).find<net::Refused>(), nullptr);
}

TEST(VirtualMatch, AMachineThatStandsStillTakesNoTurn) {
    VirtualMatchOptions options;
    options.standstill = Standstill{1, seconds(5), seconds(2)};
    VirtualMatch match(options);
    match.run_until(seconds(9));
    EXPECT_EQ(measure(match.log(1), seconds(5), seconds(7) - milliseconds(1), 20).ticks, 0U);
    // Two seconds, and little of what it missed.
    const SideStretch after = measure(match.log(1), seconds(7) - milliseconds(1), seconds(9), 20);
    EXPECT_GT(after.ticks, 100U);
    EXPECT_LT(after.ticks, 110U);
}

TEST(VirtualMatch, ClocksOfTheArticlesLoopBeginTogether) {
    VirtualMatchOptions options;
    options.asking = Asking::tick_by_tick;
    options.loops[1].frame = milliseconds(100);
    options.delay_ticks = 10;
    VirtualMatch match(options);
    EXPECT_LT(match.run_to_start(), k_common_start);
    match.run_until(k_common_start + seconds(1));
    EXPECT_EQ(match.log(0).ticked.size(), match.log(1).ticked.size());
    EXPECT_EQ(match.log(1).ticked.size(), 50U);
}

TEST(VirtualMatch, AStretchCountsFromAfterItsBeginning) {
    PeerLog log;
    log.ticked = {milliseconds(10), milliseconds(20), milliseconds(50), milliseconds(60)};
    log.asked = {milliseconds(0), milliseconds(5), milliseconds(10), milliseconds(55)};
    const SideStretch stretch = measure(log, milliseconds(20), milliseconds(60), 20);
    EXPECT_EQ(stretch.ticks, 2U);
    EXPECT_EQ(stretch.speed, 1.0);
    EXPECT_EQ(stretch.worst_gap_ms, 30.0);
    EXPECT_EQ(stretch.input_age_ms, 40.0);
}

}  // namespace
}  // namespace tandem::tools::lab
