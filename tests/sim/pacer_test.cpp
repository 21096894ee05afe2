// SPDX-License-Identifier: MIT
// The pacer on a manual clock: exact instants, every debt policy, the cap, alpha, and clocks that
// misbehave.
#include <tandem/sim/pacer.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr nanoseconds k_start{1'000'000'007};

PacerOptions options(TickRate rate, DebtPolicy policy = DebtPolicy::keep, std::uint32_t cap = 10) {
    return {.tick_rate = rate, .debt_policy = policy, .ticks_per_frame_max = cap};
}

constexpr std::uint32_t k_no_cap = std::numeric_limits<std::uint32_t>::max();

TEST(PacerTest, FirstTickIsDueOnePeriodAfterTheStartAndNotBefore) {
    Pacer pacer(options(TickRate{50}), k_start);
    EXPECT_EQ(pacer.advance(k_start).ticks, 0U);
    EXPECT_EQ(pacer.next_deadline(), k_start + milliseconds(20));
    EXPECT_EQ(pacer.advance(k_start + milliseconds(20) - nanoseconds(1)).ticks, 0U);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(20)).ticks, 1U);
    EXPECT_EQ(pacer.next_deadline(), k_start + milliseconds(40));
}

TEST(PacerTest, SixtyPerSecondIsExactAfterAThousandMillionTicks) {
    // 10^9 ticks last 10^9 / 60 s = 16,666,666 s and 2/3, about 193 days.
    constexpr std::int64_t k_last_ns = 16'666'666'666'666'667;  // rounded up
    Pacer pacer(options(TickRate{60}, DebtPolicy::keep, k_no_cap), k_start);
    EXPECT_EQ(pacer.advance(k_start + nanoseconds(k_last_ns - 1)).ticks, 999'999'999U);
    EXPECT_EQ(pacer.next_deadline(), k_start + nanoseconds(k_last_ns));
    EXPECT_EQ(pacer.advance(k_start + nanoseconds(k_last_ns)).ticks, 1U);
}

TEST(PacerTest, WaitingForEachDeadlineYieldsExactlyOneTickAndNeverDrifts) {
    Pacer pacer(options(TickRate{60}), k_start);
    for (std::int64_t tick = 0; tick < 216'000; ++tick) {  // an hour
        const nanoseconds deadline = pacer.next_deadline();
        // ceil((tick + 1) * 10^9 / 60)
        ASSERT_EQ(deadline, k_start + nanoseconds(((tick + 1) * 1'000'000'000 + 59) / 60));
        ASSERT_EQ(pacer.advance(deadline - nanoseconds(1)).ticks, 0U) << tick;
        ASSERT_EQ(pacer.advance(deadline).ticks, 1U) << tick;
    }
    EXPECT_EQ(pacer.next_deadline(), k_start + hours(1) + nanoseconds(16'666'667));
}

TEST(PacerTest, DeadlinesAreTightAtAnyRateAndInstant) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 20'000; ++round) {
        const auto seconds = static_cast<std::uint32_t>(operands.next() | 1);
        const auto ticks = static_cast<std::uint32_t>(
            operands.next() % (std::uint64_t{seconds} * 1'000'000'000) % 0xffffffff + 1);
        Pacer pacer(options(TickRate{ticks, seconds}, DebtPolicy::drop, 1), nanoseconds(0));
        pacer.advance(nanoseconds(operands.next_signed() >> 2));
        const nanoseconds deadline = pacer.next_deadline();
        ASSERT_EQ(pacer.advance(deadline - nanoseconds(1)).ticks, 0U) << ticks << "/" << seconds;
        ASSERT_EQ(pacer.advance(deadline).ticks, 1U) << ticks << "/" << seconds;
    }
}

TEST(PacerTest, FramesOfAnyLengthAddUpToTheSameTicks) {
    TANDEM_SEEDED_OPERANDS(operands);
    constexpr nanoseconds k_end = k_start + std::chrono::seconds(100);
    Pacer pacer(options(TickRate{60}), k_start);
    std::uint64_t ticks = 0;
    for (nanoseconds now = k_start; now < k_end;) {
        now = std::min(k_end, now + nanoseconds(operands.next() % 100'000'000));
        ticks += pacer.advance(now).ticks;
    }
    EXPECT_EQ(ticks, 6'000U);
}

TEST(PacerTest, RatesBelowOnePerSecondWork) {
    Pacer pacer(options(TickRate{1, 3}), k_start);
    EXPECT_EQ(pacer.next_deadline(), k_start + std::chrono::seconds(3));
    EXPECT_EQ(pacer.advance(k_start + milliseconds(7'000)).ticks, 2U);
}

TEST(PacerTest, KeepRunsEveryTickInTheEndAndNeverMoreThanTheCapAtOnce) {
    Pacer pacer(options(TickRate{50}, DebtPolicy::keep, 10), k_start);
    const nanoseconds now = k_start + milliseconds(500);  // 25 ticks
    Pace pace = pacer.advance(now);
    EXPECT_EQ(pace.ticks, 10U);
    EXPECT_EQ(pace.ticks_owed, 15U);
    EXPECT_EQ(pace.alpha, (Alpha{1'000'000'000, 1'000'000'000}));
    EXPECT_LE(pacer.next_deadline(), now);
    EXPECT_EQ(pacer.advance(now).ticks, 10U);
    pace = pacer.advance(now);
    EXPECT_EQ(pace.ticks, 5U);
    EXPECT_EQ(pace.ticks_owed, 0U);
    EXPECT_EQ(pace.ticks_dropped, 0U);
    EXPECT_EQ(pace.alpha.numerator, 0U);
    EXPECT_EQ(pacer.advance(now).ticks, 0U);
}

TEST(PacerTest, DropForgetsWhatExceedsTheCapAndKeepsTheGrid) {
    Pacer pacer(options(TickRate{50}, DebtPolicy::drop, 10), k_start);
    const Pace pace = pacer.advance(k_start + milliseconds(505));
    EXPECT_EQ(pace.ticks, 10U);
    EXPECT_EQ(pace.ticks_dropped, 15U);
    EXPECT_EQ(pace.ticks_owed, 0U);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(505)).ticks, 0U);
    EXPECT_EQ(pacer.next_deadline(), k_start + milliseconds(520));
}

TEST(PacerTest, PauseSkipsTheGapButStillMovesOnASlowMachine) {
    Pacer pacer(options(TickRate{50}, DebtPolicy::pause, 10), k_start);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(200)).ticks, 10U);  // just within the cap
    const Pace pace = pacer.advance(k_start + hours(1));
    EXPECT_EQ(pace.ticks, 1U);
    EXPECT_EQ(pace.ticks_dropped, 179'989U);  // 180,000 in the hour, 11 run
    EXPECT_EQ(pacer.next_deadline(), k_start + hours(1) + milliseconds(20));
}

TEST(PacerTest, DebtWithinTheCapIsTreatedAlikeByEveryPolicy) {
    for (const DebtPolicy policy : {DebtPolicy::keep, DebtPolicy::drop, DebtPolicy::pause}) {
        Pacer pacer(options(TickRate{50}, policy, 3), k_start);
        const Pace pace = pacer.advance(k_start + milliseconds(60));
        EXPECT_EQ(pace.ticks, 3U);
        EXPECT_EQ(pace.ticks_owed + pace.ticks_dropped, 0U);
    }
}

TEST(PacerTest, TheCapIsOnByDefault) {
    Pacer pacer(PacerOptions{}, k_start);
    EXPECT_EQ(pacer.advance(k_start + hours(24)).ticks, k_ticks_per_frame_max_default);
}

TEST(PacerTest, AlphaIsTheExactShareOfTheRunningPeriod) {
    Pacer pacer(options(TickRate{60}), k_start);
    EXPECT_EQ(pacer.advance(k_start).alpha.fixed(), 0);
    // A quarter of 1/60 s is 4,166,666.67 ns: one nanosecond is 60 of 10^9.
    EXPECT_EQ(pacer.advance(k_start + nanoseconds(4'166'667)).alpha,
              (Alpha{250'000'020, 1'000'000'000}));
    EXPECT_EQ(pacer.advance(k_start + milliseconds(50)).alpha.numerator, 0U);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(75)).alpha.fixed(), 0.5_fx);
}

TEST(PacerTest, AlphaStaysBetweenZeroAndOne) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const DebtPolicy policy : {DebtPolicy::keep, DebtPolicy::drop, DebtPolicy::pause}) {
        Pacer pacer(options(TickRate{60}, policy, 2), k_start);
        nanoseconds now = k_start;
        for (int frame = 0; frame < 10'000; ++frame) {
            now += nanoseconds(operands.next() % 80'000'000);
            const Pace pace = pacer.advance(now);
            ASSERT_LE(pace.alpha.numerator, pace.alpha.denominator);
            ASSERT_EQ(pace.alpha.numerator == pace.alpha.denominator, pace.ticks_owed > 0);
            ASSERT_LE(pace.ticks, 2U);
        }
    }
}

TEST(PacerTest, AClockThatStepsBackYieldsNothingUntilItHasCaughtUp) {
    Pacer pacer(options(TickRate{50}), k_start);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(110)).ticks, 5U);
    const Pace back = pacer.advance(k_start - hours(5));
    EXPECT_EQ(back.ticks, 0U);
    EXPECT_EQ(back.alpha.fixed(), 0.5_fx);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(119)).ticks, 0U);
    EXPECT_EQ(pacer.advance(k_start + milliseconds(120)).ticks, 1U);
}

TEST(PacerTest, TimesMayBeNegativeAndFarApart) {
    Pacer pacer(options(TickRate{1'000'000'000}, DebtPolicy::drop, 1), nanoseconds::min());
    const Pace pace = pacer.advance(nanoseconds::max());
    EXPECT_EQ(pace.ticks + pace.ticks_dropped, std::numeric_limits<std::uint64_t>::max());
    Pacer never(options(TickRate{1, 0xffffffff}), nanoseconds::max() - nanoseconds(1));
    EXPECT_EQ(never.next_deadline(), nanoseconds::max());
}

TEST(PacerDeathTest, RatesAndCapsThatMeanNothingAreRefused) {
    EXPECT_DEATH(Pacer(options(TickRate{0}), k_start), "ticks >= 1");
    EXPECT_DEATH(Pacer(options(TickRate{1, 0}), k_start), "seconds >= 1");
    EXPECT_DEATH(Pacer(options(TickRate{1'000'000'001}), k_start), "period_numerator");
    EXPECT_DEATH(Pacer(options(TickRate{60}, DebtPolicy::keep, 0), k_start), "ticks_per_frame_max");
}

}  // namespace
}  // namespace tandem::sim
