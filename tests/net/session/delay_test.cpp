// SPDX-License-Identifier: MIT
// The delay by itself: what it makes of reports, and what it does not.
#include <tandem/net/session/delay.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::DelayControl;

// One tick after another; a peer's inputs need a delay of `need` on their way, which the reports
// tell a round trip later.
struct DelayLine {
    explicit DelayLine(std::uint32_t delay = net::k_delay_ticks_start) : control(delay) {}

    std::uint32_t delay() const { return control.delay_ticks(); }
    void tick(std::int32_t need, std::uint32_t peer = 1, std::int32_t ahead = 0) {
        ++asked;
        leads.push_back(static_cast<std::int32_t>(delay()));
        const std::uint64_t known = asked - std::min(asked, round_trip);
        const std::int32_t lead = known == 0 ? 0 : leads[known - 1];
        control.report(peer, static_cast<std::int8_t>(std::clamp(lead - need, -127, 127)), known);
        decide(ahead);
    }
    void decide(std::int32_t ahead = 0) {
        if (const auto changed = control.decide(asked, ahead)) {
            EXPECT_EQ(*changed, delay());
            EXPECT_LE(*changed, net::k_delay_ticks_max);
            changes.push_back(*changed);
        }
    }
    void ticks(std::size_t count, std::int32_t need) {
        for (; count > 0; --count) {
            tick(need);
        }
    }

    DelayControl control;
    std::uint64_t asked = net::k_delay_ticks_start;
    std::uint64_t round_trip = 10;
    std::vector<std::int32_t> leads = std::vector<std::int32_t>(net::k_delay_ticks_start, 3);
    std::vector<std::uint32_t> changes;
};

TEST(Delay, GrowsByWhatIsMissingOnceMoreThanTheAllowedLateOnesCame) {
    DelayLine line;
    line.ticks(200, 3);
    EXPECT_TRUE(line.changes.empty()) << "just in time is in time";
    line.ticks(DelayControl::k_late_allowed, 9);
    EXPECT_TRUE(line.changes.empty()) << "single late ones are let pass";
    line.ticks(200, 9);
    ASSERT_EQ(line.changes.size(), 1U) << "once, not again for what was asked for before";
    EXPECT_EQ(line.delay(), 10U) << "nine, and one to spare since it varied";
}

TEST(Delay, ShrinksOnlyAfterALongCalmAndStopsOneAboveTheNeed) {
    DelayLine line(20);
    line.ticks((DelayControl::k_calm_blocks - 1) * DelayControl::k_block_ticks, 5);
    EXPECT_TRUE(line.changes.empty());
    line.ticks(5'000, 5);
    EXPECT_EQ(line.delay(), 6U);
    EXPECT_TRUE(std::is_sorted(line.changes.rbegin(), line.changes.rend()));
    const std::size_t settled = line.changes.size();
    line.ticks(20'000, 5);
    EXPECT_EQ(line.changes.size(), settled);
}

TEST(Delay, OneLateReportInEveryBlockIsReasonEnoughNotToShrinkBelowItsNeed) {
    DelayLine line(12);
    for (int block = 0; block < 200; ++block) {
        line.ticks(DelayControl::k_block_ticks - 3, 5);
        line.ticks(3, 9);
    }
    EXPECT_EQ(line.delay(), 10U);
}

TEST(Delay, ALineThatIsBadNowAndThenIsPlayedAsABadOne) {
    DelayLine line;
    std::size_t changes = 0;
    for (int minute = 0; minute < 60; ++minute) {
        line.ticks(3'540, 3);
        line.ticks(60, 9);
        changes = minute == 29 ? line.changes.size() : changes;
    }
    EXPECT_LE(line.changes.size() - changes, 20U) << "in half an hour of a spike every minute";
}

TEST(Delay, AStandstillIsFollowedOnlySoFarUntilItLasts) {
    DelayLine line;
    line.ticks(300, 3);
    line.ticks(8, 90);
    line.ticks(300, 3);
    EXPECT_LE(line.delay(), 3U + DelayControl::k_above_median_ticks_max + 1U);
    DelayLine slow;
    slow.ticks(300, 3);
    slow.ticks(100, 90);
    EXPECT_GE(slow.delay(), 90U);
    EXPECT_LE(slow.delay(), 91U);
}

TEST(Delay, StaysWithinItsBoundsWhateverIsReported) {
    DelayLine line;
    line.ticks(2'000, 400);
    EXPECT_EQ(line.delay(), net::k_delay_ticks_max);
    const std::size_t grown = line.changes.size();
    line.ticks(2'000, 400);
    EXPECT_EQ(line.changes.size(), grown) << "at the bound nothing changes any more";
    line.ticks(60'000, -50);
    EXPECT_EQ(line.delay(), 0U);
    const std::size_t shrunk = line.changes.size();
    line.ticks(20'000, -50);
    EXPECT_EQ(line.changes.size(), shrunk);
}

TEST(Delay, TheWorstOfSeveralPeersCountsUntilItIsGone) {
    DelayLine line;
    for (int tick = 0; tick < 1'000; ++tick) {
        line.tick(3, 1);
        line.control.report(2, static_cast<std::int8_t>(line.delay() - 8U), line.asked);
        line.decide();
    }
    EXPECT_EQ(line.delay(), 8U);
    line.control.forget(2);
    line.ticks(5'000, 3);
    EXPECT_EQ(line.delay(), 4U);
}

TEST(Delay, AsLongAsOnePeerIsSilentNothingShrinks) {
    DelayLine line(20);
    line.control.report(2, 15, 100);
    line.control.report(2, 15, 100);
    line.control.report(2, 15, 100);
    line.ticks(10'000, 5);
    EXPECT_EQ(line.delay(), 20U);
}

TEST(Delay, SlackThatThePhaseWillTakeIsNotGivenAwayTwice) {
    DelayLine line(10);
    for (int tick = 0; tick < 5'000; ++tick) {
        line.tick(5, 1, 4);
    }
    EXPECT_EQ(line.delay(), 10U);
}

TEST(Delay, NoStreamOfReportsMakesItOscillate) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Delay.NoStream*");
        Random random(seed);
        DelayLine line(random.below(net::k_delay_ticks_max + 1));
        line.leads.assign(line.leads.size(), static_cast<std::int32_t>(line.delay()));
        line.round_trip = random.below(std::uint64_t{60});
        const std::int32_t base = random.between(0, 30);
        const std::int32_t jitter = random.between(0, 10);
        for (int tick = 0; tick < 25'000; ++tick) {
            line.tick(base + random.between(0, jitter));
        }
        const std::size_t settled = line.changes.size();
        for (int tick = 0; tick < 15'000; ++tick) {
            line.tick(base + random.between(0, jitter));
        }
        EXPECT_LE(line.changes.size() - settled, 4U);
        EXPECT_GE(static_cast<std::int32_t>(line.delay()), base + jitter - 2);
        EXPECT_LE(static_cast<std::int32_t>(line.delay()), base + jitter + 2);
    }
}

}  // namespace
}  // namespace tandem::test
