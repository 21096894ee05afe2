// SPDX-License-Identifier: MIT
// The delay by itself: what it makes of reports, and what it does not.
#include <tandem/net/session/delay.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::DelayControl;
using net::PeerId;

constexpr PeerId k_first_peer{1};
constexpr PeerId k_second_peer{2};

// One tick after another; a peer's inputs need a delay of `need` on their way, which the reports
// tell a round trip later.
struct DelayLine {
    explicit DelayLine(std::uint32_t delay = 3)
        : control(delay), asked(delay), leads(delay, static_cast<std::int32_t>(delay)) {}

    std::uint32_t delay() const { return control.delay_ticks(); }
    void tick(std::int32_t need, PeerId peer = k_first_peer) {
        ++asked;
        leads.push_back(static_cast<std::int32_t>(delay()));
        const std::uint64_t known = asked - std::min(asked, round_trip);
        const std::int32_t lead = known == 0 ? 0 : leads[known - 1];
        control.report(peer, std::clamp(lead - need, -32, 31), known);
        decide();
    }
    void decide() {
        if (const auto changed = control.decide({asked, ticks_max, ahead_ticks})) {
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
    std::uint64_t asked;
    std::uint64_t round_trip = 10;
    std::uint32_t ticks_max = net::k_delay_ticks_max;
    std::uint32_t ahead_ticks = 0;
    std::vector<std::int32_t> leads;
    std::vector<std::uint32_t> changes;
};

// ---- Growing ----

TEST(Delay, GrowsByWhatIsMissingOnceMoreThanTheAllowedLateOnesCame) {
    DelayLine line;
    line.ticks(200, 3);
    EXPECT_TRUE(line.changes.empty()) << "just in time is in time";
    line.ticks(DelayControl::k_late_allowed, 9);
    EXPECT_TRUE(line.changes.empty()) << "single late ones are let pass";
    line.ticks(1, 7);
    EXPECT_EQ(line.changes, std::vector<std::uint32_t>{7}) << "of the three the least";
    line.ticks(200, 9);
    EXPECT_EQ(line.changes, (std::vector<std::uint32_t>{7, 9}))
        << "once, not again for what was asked for before";
}

TEST(Delay, LateOnesCountForAThousandReports) {
    for (const bool is_too_old : {false, true}) {
        DelayLine line;
        line.ticks(20, 3);
        line.ticks(DelayControl::k_late_allowed, 9);
        line.ticks(DelayControl::k_reports - DelayControl::k_late_allowed - (is_too_old ? 0 : 1),
                   3);
        line.ticks(1, 9);
        EXPECT_EQ(line.delay(), is_too_old ? 3U : 9U);
    }
}

TEST(Delay, ThreeReportsAreNeededBeforeAnythingIsBelieved) {
    DelayLine line;
    line.ticks(10, 3);  // not steady before the first inputs are known
    DelayLine fresh(3);
    fresh.control.report(k_first_peer, -9, 50);
    fresh.decide();
    fresh.control.report(k_first_peer, -9, 51);
    fresh.decide();
    EXPECT_TRUE(fresh.changes.empty());
    fresh.control.report(k_first_peer, -9, 52);
    fresh.decide();
    EXPECT_EQ(fresh.delay(), 12U);
}

TEST(Delay, WhatWasAskedForUnderTheOldDelaySaysNothingOfTheNewOne) {
    DelayLine line;
    line.round_trip = 40;
    line.ticks(100, 3);
    line.ticks(500, 12);
    EXPECT_EQ(line.changes, std::vector<std::uint32_t>{12});
}

TEST(Delay, NeverGrowsBeyondWhatTheLineExplains) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Delay.NeverGrowsBeyond*");
        Random random(seed);
        DelayLine line(random.below(20U));
        for (int tick = 0; tick < 4'000; ++tick) {
            if (random.chance(1, 300)) {
                line.ticks_max = random.below(60U);
            }
            const std::uint32_t before = line.delay();
            const std::size_t changes = line.changes.size();
            // Anything that a packet can tell, of anything.
            line.asked += random.below(3U);
            line.control.report(PeerId{random.below(3U)}, random.between(-32, 31),
                                line.asked + random.below(50U));
            line.decide();
            ASSERT_LE(line.delay(), std::max(before, line.ticks_max));
            ASSERT_EQ(line.changes.size() != changes, line.delay() != before);
        }
    }
}

TEST(Delay, ALineThatGotShorterTakesTheDelayDownAfterTwoSeconds) {
    DelayLine line;
    line.ticks(300, 40);
    ASSERT_EQ(line.delay(), 40U);
    line.ticks_max = 6;
    line.ticks(DelayControl::k_calm_ticks, 40);
    EXPECT_EQ(line.delay(), 40U) << "it may be a moment only";
    line.ticks(1, 40);
    EXPECT_EQ(line.delay(), 6U) << "whatever is reported";
    line.ticks(5'000, 40);
    EXPECT_EQ(line.delay(), 6U);
    line.ticks_max = 50;
    line.ticks(300, 40);
    EXPECT_EQ(line.delay(), 40U);
    for (int dip = 0; dip < 20; ++dip) {
        line.ticks_max = 6;
        line.ticks(DelayControl::k_calm_ticks - 10, 40);
        line.ticks_max = 50;
        line.ticks(20, 40);
    }
    EXPECT_EQ(line.delay(), 40U);
}

TEST(Delay, TheLongestDelayIsNotExceeded) {
    DelayLine line;
    line.ticks_max = ~std::uint32_t{0};
    line.ticks(9'000, 400);
    EXPECT_EQ(line.delay(), net::k_delay_ticks_max);
    line.ticks(60'000, -50);
    EXPECT_EQ(line.delay(), DelayControl::k_delay_ticks_min);
    const std::size_t changes = line.changes.size();
    line.ticks(20'000, -50);
    EXPECT_EQ(line.changes.size(), changes) << "at the bound nothing changes any more";
}

// ---- Shrinking ----

TEST(Delay, ShrinksToTheNeedAfterACalmAndStaysThere) {
    DelayLine line(20);
    line.ticks(DelayControl::k_calm_ticks, 5);
    EXPECT_TRUE(line.changes.empty());
    line.ticks(20'000, 5);
    EXPECT_EQ(line.changes, std::vector<std::uint32_t>{5});
}

TEST(Delay, OneInputThatNeededItAllBeginsTheCalmAnew) {
    DelayLine line(12);
    for (int block = 0; block < 50; ++block) {
        line.ticks(DelayControl::k_calm_ticks - 1, 5);
        line.ticks(1, 12);
    }
    EXPECT_EQ(line.delay(), 12U);
    line.ticks(2 * DelayControl::k_calm_ticks, 5);
    EXPECT_EQ(line.delay(), 12U) << "three of the last thousand still needed it";
    line.ticks(DelayControl::k_reports, 5);
    EXPECT_EQ(line.delay(), 5U);
}

TEST(Delay, WithoutAReportNothingShrinks) {
    DelayLine line(20);
    line.asked += 100'000;
    line.decide();
    EXPECT_EQ(line.delay(), 20U);
}

TEST(Delay, SlackThatSlowingDownWillTakeIsNotGivenAwayTwice) {
    DelayLine line(10);
    line.ahead_ticks = 4;
    line.ticks(5'000, 5);
    EXPECT_EQ(line.delay(), 9U);
    line.ahead_ticks = 5;
    line.ticks(5'000, 5);
    EXPECT_EQ(line.delay(), 9U);
}

// From where the delay grows again soon after it shrank, the time until it shrinks doubles.
TEST(Delay, PatienceDoublesEachTimeThatShrinkingWasWrong) {
    DelayLine line(8);
    std::vector<std::uint64_t> calms;
    for (int round = 0; round < 8; ++round) {
        line.control.forget(k_first_peer);  // its last thousand reports would be patience enough
        const std::uint64_t from = line.asked;
        while (line.delay() == 8 && line.asked < from + 9'000) {
            line.tick(5);
        }
        ASSERT_EQ(line.delay(), 5U);
        calms.push_back(line.asked - from);
        while (line.delay() != 8) {
            line.tick(8);
        }
    }
    EXPECT_NEAR(static_cast<double>(calms.front()), DelayControl::k_calm_ticks, 45.0);
    for (std::size_t round = 1; round < calms.size(); ++round) {
        const std::uint64_t doubled =
            std::min(2 * calms[round - 1], DelayControl::k_calm_ticks_max);
        EXPECT_NEAR(static_cast<double>(calms[round]), static_cast<double>(doubled), 45.0);
    }
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

// ---- Several peers ----

TEST(Delay, TheWorstOfSeveralPeersCountsUntilItIsForgotten) {
    DelayLine line;
    for (int tick = 0; tick < 1'000; ++tick) {
        line.tick(3, k_first_peer);
        line.control.report(k_second_peer, static_cast<std::int32_t>(line.delay()) - 8, line.asked);
        line.decide();
    }
    EXPECT_EQ(line.delay(), 8U);
    line.ticks(300, 3);
    EXPECT_EQ(line.delay(), 8U) << "what the other one said last still counts";
    line.control.forget(k_second_peer);
    line.ticks(300, 3);
    EXPECT_EQ(line.delay(), 3U);
}

TEST(Delay, NoStreamOfReportsMakesItOscillate) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Delay.NoStream*");
        Random random(seed);
        DelayLine line(random.below(net::k_delay_ticks_max + 1));
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
        EXPECT_LE(line.changes.size() - settled, 8U);
        EXPECT_GE(static_cast<std::int32_t>(line.delay()), base + jitter - 2);
        EXPECT_LE(static_cast<std::int32_t>(line.delay()), base + jitter);
    }
}

}  // namespace
}  // namespace tandem::test
