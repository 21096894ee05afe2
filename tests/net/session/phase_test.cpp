// SPDX-License-Identifier: MIT
// Waiting for the others: how much, and how ticks become due later for it.
#include <tandem/net/session/phase.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::DueTicks;
using net::SlackMean;
using net::Time;
using std::chrono::milliseconds;

constexpr std::int32_t k_tick = SlackMean::k_units;

TEST(Phase, TheMeanReachesWhatItIsToldFromBothSides) {
    for (const int from : {-127, 0, 127}) {
        SlackMean mean;
        EXPECT_FALSE(mean.value().has_value());
        mean.add(static_cast<std::int8_t>(from));
        EXPECT_EQ(mean.value(), from * k_tick);
        for (int report = 0; report < 600; ++report) {
            mean.add(5);
        }
        EXPECT_EQ(mean.value(), 5 * k_tick) << "from " << from;
    }
}

TEST(Phase, OnlyWhoIsAheadByMoreThanUnevennessWaits) {
    EXPECT_EQ(net::ahead_units(3 * k_tick, 3 * k_tick), 0);
    EXPECT_EQ(net::ahead_units(4 * k_tick, 3 * k_tick), 0);
    EXPECT_EQ(net::ahead_units(-9 * k_tick, 9 * k_tick), 0) << "who is behind does nothing";
    EXPECT_EQ(net::ahead_units(6 * k_tick, 3 * k_tick), k_tick);
    EXPECT_EQ(net::slow_down_ppm(0, 0), 0U);
}

TEST(Phase, SlowsInProportionGentlerOverALongerLineAndByThreePercentUnlessFarAhead) {
    EXPECT_GT(net::slow_down_ppm(k_tick, 0), 10'000U);
    EXPECT_LT(net::slow_down_ppm(k_tick, 100), net::slow_down_ppm(k_tick, 10));
    EXPECT_LT(net::slow_down_ppm(k_tick / 4, 10), net::slow_down_ppm(k_tick, 10));
    for (const std::int32_t ahead : {k_tick, 10 * k_tick, 50 * k_tick, 127 * k_tick}) {
        for (const std::uint64_t lag : {std::uint64_t{0}, std::uint64_t{50}, ~std::uint64_t{0}}) {
            EXPECT_LE(net::slow_down_ppm(ahead, lag), ahead > 10 * k_tick
                                                          ? net::k_slow_down_far_ppm_max
                                                          : net::k_slow_down_ppm_max);
            EXPECT_GT(net::slow_down_ppm(ahead, lag), 0U);
        }
    }
}

TEST(DueTicksTest, WithoutSlowingNothingChanges) {
    DueTicks due(TickRate{60});
    for (std::uint64_t tick = 0; tick < 1'000; ++tick) {
        EXPECT_EQ(due.advance(milliseconds(17 * tick), {tick, 0}), tick);
    }
    EXPECT_EQ(due.held().count(), 0);
}

// At any slow-down ticks come one by one, each at most a little later than the last, and after a
// while so many fewer as the rate says.
TEST(DueTicksTest, TicksComeLaterByTheGivenRateAndNeverBackOrTwoLess) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=DueTicksTest.TicksComeLater*");
        Random random(seed);
        const std::uint32_t rate = random.between(1U, 240U);
        const std::uint32_t slow = random.below(net::k_slow_down_ppm_max + 1);
        DueTicks due{TickRate{rate}};
        Time now{0};
        std::uint64_t before = 0;
        std::uint64_t raw = 0;
        while (now < std::chrono::seconds(100)) {
            now += std::chrono::microseconds(random.between(100, 3'000));
            raw = static_cast<std::uint64_t>(now.count()) / 1'000 * rate / 1'000'000;
            const std::uint64_t told = due.advance(now, {raw, slow});
            ASSERT_GE(told, before);
            ASSERT_LE(told, before + 1 + rate / 200);
            before = told;
        }
        const std::uint64_t expected = raw - raw * slow / 1'000'000;
        EXPECT_LE(before, expected + 1);
        EXPECT_GE(before + 1, expected);
    }
}

TEST(DueTicksTest, AMachineThatSleptIsNotHeldBackForIt) {
    DueTicks due(TickRate{60});
    due.advance(Time{0}, {0, net::k_slow_down_ppm_max});
    due.advance(std::chrono::hours(10), {2'160'000, net::k_slow_down_ppm_max});
    EXPECT_LE(due.held(), milliseconds(30));
    EXPECT_EQ(due.advance(std::chrono::hours(9), {2'160'000, 0}), 2'159'998U)
        << "a clock that steps back changes nothing";
}

TEST(DueTicksTest, WhatGoesBeyondTheLimitIsNeverMadeUpFor) {
    DueTicks due(TickRate{50});
    EXPECT_EQ(due.advance(milliseconds(100), {5, 0, 8}), 5U);
    EXPECT_EQ(due.advance(milliseconds(1'100), {55, 0, 8}), 8U);
    EXPECT_EQ(due.held(), 47 * due.period());
    EXPECT_EQ(due.advance(milliseconds(1'120), {56, 0, 8}), 8U) << "it stands still at the limit";
    EXPECT_EQ(due.advance(milliseconds(1'140), {57, 0}), 9U) << "and goes on at its rate";
    EXPECT_EQ(due.held(), 48 * due.period());
}

}  // namespace
}  // namespace tandem::test
