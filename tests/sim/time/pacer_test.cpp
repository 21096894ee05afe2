// SPDX-License-Identifier: MIT
// The pacer on a manual clock: exact instants, every debt policy, the cap, alpha, and clocks that
// misbehave.
#include <tandem/sim/time/pacer.hpp>

#include <algorithm>
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
        const auto period_seconds = static_cast<std::uint32_t>(operands.next() | 1);
        const auto ticks = static_cast<std::uint32_t>(
            operands.next() % (std::uint64_t{period_seconds} * 1'000'000'000) % 0xffffffff + 1);
        Pacer pacer(options(TickRate{ticks, period_seconds}, DebtPolicy::drop, 1), nanoseconds(0));
        pacer.advance(nanoseconds(operands.next_signed() >> 2));
        const nanoseconds deadline = pacer.next_deadline();
        ASSERT_EQ(pacer.advance(deadline - nanoseconds(1)).ticks, 0U)
            << ticks << "/" << period_seconds;
        ASSERT_EQ(pacer.advance(deadline).ticks, 1U) << ticks << "/" << period_seconds;
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

PacerOptions capped(TickRate frames, TickRate ticks = TickRate{60}) {
    return {.tick_rate = ticks, .debt_policy = DebtPolicy::keep, .frame_rate_max = frames};
}

TEST(PacerTest, FramesUnderAPowerCapKeepAnExactGridForAnHour) {
    Pacer pacer(capped(TickRate{60}, TickRate{25}), k_start);
    for (std::int64_t frame = 0; frame < 216'000; ++frame) {
        const nanoseconds deadline = pacer.next_frame();
        // ceil(frame * 10^9 / 60)
        ASSERT_EQ(deadline, k_start + nanoseconds((frame * 1'000'000'000 + 59) / 60));
        // A sleep is late by something, which the next deadline must not inherit.
        const Pace pace = pacer.advance(deadline + nanoseconds(frame % 1'000'000));
        ASSERT_EQ(pace.frame_late_by, nanoseconds(frame % 1'000'000));
        ASSERT_EQ(pace.frames_missed, 0U);
    }
    EXPECT_EQ(pacer.frames_late(), 0U);
}

TEST(PacerTest, MissedFramesAreSkippedAndCountedAndNeverPileUp) {
    Pacer pacer(capped(TickRate{50}), k_start);
    pacer.advance(k_start);
    EXPECT_EQ(pacer.next_frame(), k_start + milliseconds(20));
    const Pace late = pacer.advance(k_start + milliseconds(95));  // due at 20, 40, 60 and 80
    EXPECT_EQ(late.frame_late_by, milliseconds(75));
    EXPECT_EQ(late.frames_missed, 3U);
    EXPECT_EQ(pacer.frames_late(), 1U);
    EXPECT_EQ(pacer.next_frame(), k_start + milliseconds(100));
    EXPECT_EQ(pacer.advance(k_start + milliseconds(100)).frame_late_by, nanoseconds(0));
    EXPECT_EQ(pacer.next_frame(), k_start + milliseconds(120));
    EXPECT_EQ(pacer.frames_late(), 1U);
}

TEST(PacerTest, FramesMadeAndMissedAddUpToTheDeadlinesThatWentBy) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 200; ++round) {
        const auto rate = static_cast<std::uint32_t>(operands.next() % 200 + 6);
        const nanoseconds length(operands.next() % 100'000'000);
        Pacer pacer(capped(TickRate{rate}), k_start);
        nanoseconds now = k_start;
        std::uint64_t frames = 0;
        std::uint64_t missed = 0;
        for (int frame = 0; frame < 100; ++frame) {
            ASSERT_TRUE(pacer.is_frame_due(now));
            missed += pacer.advance(now).frames_missed;
            ++frames;
            ASSERT_FALSE(pacer.is_frame_due(now));
            const nanoseconds made = now;
            now += nanoseconds(operands.next() % static_cast<std::uint64_t>(length.count() + 1));
            // Whatever was missed, the next deadline lies no further ahead than one period and
            // the eighth that a frame may be early.
            ASSERT_LE((pacer.next_frame() - made).count() * 8 * rate,
                      9 * 1'000'000'000LL + 8 * rate);
            now = std::max(now, pacer.next_frame());
        }
        const nanoseconds deadline = pacer.next_frame();
        const std::int64_t settled = (deadline - k_start).count() * rate / 1'000'000'000;
        ASSERT_EQ(frames + missed, static_cast<std::uint64_t>(settled)) << rate;
    }
}

TEST(PacerTest, CallbacksOfAnyRefreshRateMakeNoMoreFramesThanThePowerCapAllows) {
    for (const std::int64_t refresh : {30, 59, 60, 61, 75, 90, 100, 120, 144, 240, 1'000}) {
        for (const std::int64_t cap : {30, 48, 60, 100}) {
            Pacer pacer(capped(TickRate{static_cast<std::uint32_t>(cap)}), k_start);
            std::int64_t frames = 0;
            for (std::int64_t callback = 0; callback < 100 * refresh; ++callback) {
                const nanoseconds now =
                    k_start + nanoseconds(callback * 1'000'000'000 / refresh);  // 100 s
                if (pacer.is_frame_due(now)) {
                    pacer.advance(now);
                    ++frames;
                }
            }
            // One for each deadline; that at the end may have its frame an eighth early.
            EXPECT_GE(frames, 100 * std::min(refresh, cap)) << refresh << " Hz, cap " << cap;
            EXPECT_LE(frames, 100 * cap + 1) << refresh << " Hz, cap " << cap;
        }
    }
}

TEST(PacerTest, CallbacksThatJitterAboutTheCapAreAllFrames) {
    TANDEM_SEEDED_OPERANDS(operands);
    Pacer pacer(capped(TickRate{60}), k_start);
    for (std::int64_t callback = 0; callback < 10'000; ++callback) {
        // Within 2 ms of the refresh, less than an eighth of 16.67 ms.
        const nanoseconds jitter(static_cast<std::int64_t>(operands.next() % 4'000'001) -
                                 2'000'000);
        const nanoseconds now = k_start + nanoseconds(callback * 1'000'000'000 / 60) + jitter;
        ASSERT_TRUE(pacer.is_frame_due(now)) << callback;
        ASSERT_EQ(pacer.advance(now).frames_missed, 0U) << callback;
    }
    EXPECT_EQ(pacer.frames_late(), 0U);
}

TEST(PacerTest, APowerCapChangesNoTick) {
    TANDEM_SEEDED_OPERANDS(operands);
    Pacer free(options(TickRate{60}), k_start);
    Pacer pacer(capped(TickRate{30}), k_start);
    nanoseconds now = k_start;
    for (int frame = 0; frame < 10'000; ++frame) {
        now += nanoseconds(operands.next() % 80'000'000);
        const Pace expected = free.advance(now);
        const Pace pace = pacer.advance(now);
        ASSERT_EQ(pace.ticks, expected.ticks);
        ASSERT_EQ(pace.ticks_owed, expected.ticks_owed);
        ASSERT_EQ(pace.alpha, expected.alpha);
        ASSERT_EQ(pacer.next_deadline(), free.next_deadline());
        ASSERT_EQ(expected.frames_missed, 0U);
    }
}

TEST(PacerTest, WithoutAPowerCapALoopSleepsUntilTheNextTickUnlessItInterpolates) {
    for (const bool interpolates : {false, true}) {
        Pacer pacer({.tick_rate = TickRate{50}, .interpolates = interpolates}, k_start);
        const nanoseconds now = k_start + milliseconds(25);
        pacer.advance(now);
        EXPECT_EQ(pacer.next_frame(), interpolates ? now : k_start + milliseconds(40));
        EXPECT_TRUE(pacer.is_frame_due(now));
        EXPECT_EQ(pacer.frames_late(), 0U);
    }
}

TEST(PacerTest, ResumeSkipsTheGapAndChangesNothingElse) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const DebtPolicy policy : {DebtPolicy::keep, DebtPolicy::drop, DebtPolicy::pause}) {
        PacerOptions chosen = options(TickRate{60}, policy, 3);
        chosen.frame_rate_max = TickRate{48};
        Pacer steady(chosen, k_start);
        Pacer gappy(chosen, k_start);
        nanoseconds now = k_start;
        nanoseconds gaps{0};
        for (int frame = 0; frame < 5'000; ++frame) {
            now += nanoseconds(operands.next() % 80'000'000);
            const Pace expected = steady.advance(now);
            const Pace pace = gappy.advance(now + gaps);
            ASSERT_EQ(pace.ticks, expected.ticks);
            ASSERT_EQ(pace.ticks_owed, expected.ticks_owed);
            ASSERT_EQ(pace.ticks_dropped, expected.ticks_dropped);
            ASSERT_EQ(pace.alpha, expected.alpha);
            ASSERT_EQ(pace.frame_late_by, expected.frame_late_by);
            ASSERT_EQ(pace.frames_missed, expected.frames_missed);
            if (frame % 7 == 0) {
                gaps += nanoseconds(operands.next() % 30'000'000'000);
                gappy.resume(now + gaps);
            }
        }
        EXPECT_EQ(gappy.next_deadline(), steady.next_deadline() + gaps);
        EXPECT_EQ(gappy.next_frame(), steady.next_frame() + gaps);
    }
}

TEST(PacerTest, APauseHasFramesAndNoTickAndChangesNothingElse) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const DebtPolicy policy : {DebtPolicy::keep, DebtPolicy::drop, DebtPolicy::pause}) {
        PacerOptions chosen = options(TickRate{60}, policy, 3);
        chosen.frame_rate_max = TickRate{48};
        Pacer steady(chosen, k_start);
        Pacer paused(chosen, k_start);
        nanoseconds now = k_start;
        nanoseconds pauses{0};
        for (int frame = 0; frame < 5'000; ++frame) {
            now += nanoseconds(operands.next() % 80'000'000);
            const Pace expected = steady.advance(now);
            const Pace pace = paused.advance(now + pauses);
            ASSERT_EQ(pace.ticks, expected.ticks);
            ASSERT_EQ(pace.ticks_owed, expected.ticks_owed);
            ASSERT_EQ(pace.ticks_dropped, expected.ticks_dropped);
            ASSERT_EQ(pace.alpha, expected.alpha);
            if (frame % 7 != 0) {
                continue;
            }
            paused.pause();
            for (std::uint64_t drawn = operands.next() % 5; drawn > 0; --drawn) {
                const nanoseconds deadline = paused.next_frame();
                pauses = std::max(pauses, deadline - now);
                ASSERT_TRUE(paused.is_frame_due(now + pauses));
                const Pace still = paused.advance(now + pauses);
                ASSERT_EQ(still.ticks, 0U);
                ASSERT_EQ(still.ticks_dropped, 0U);
                ASSERT_EQ(still.ticks_owed, pace.ticks_owed);
                ASSERT_EQ(still.alpha, pace.alpha);
                ASSERT_EQ(still.frame_late_by, now + pauses - deadline);
                ASSERT_FALSE(paused.is_frame_due(now + pauses));
            }
            pauses += nanoseconds(operands.next() % 30'000'000'000);
            ASSERT_TRUE(paused.is_paused());
            paused.resume(now + pauses);
            ASSERT_FALSE(paused.is_paused());
        }
        EXPECT_EQ(paused.next_deadline(), steady.next_deadline() + pauses);
    }
}

TEST(PacerTest, ALoopInAPauseSleepsForATickHoweverNearTheNextOneIs) {
    for (const bool interpolates : {false, true}) {
        Pacer pacer({.tick_rate = TickRate{50},
                     .debt_policy = DebtPolicy::keep,
                     .interpolates = interpolates},
                    k_start);
        for (const nanoseconds now : {k_start + milliseconds(20) - nanoseconds(1),
                                      k_start + hours(1)}) {  // the next is owed
            pacer.advance(now);
            pacer.pause();
            EXPECT_EQ(pacer.next_frame(), interpolates ? now : now + milliseconds(20));
            pacer.resume(now);
        }
    }
}

TEST(PacerTest, ResumeInThePastOrTwiceChangesNothing) {
    Pacer pacer(options(TickRate{50}), k_start);
    pacer.advance(k_start + milliseconds(30));
    pacer.resume(k_start + hours(1));
    pacer.resume(k_start + hours(1));
    pacer.resume(k_start);
    EXPECT_EQ(pacer.next_deadline(), k_start + hours(1) + milliseconds(10));
}

TEST(PacerTest, DeadlinesBeyondTheEndOfTimeAreItsEnd) {
    Pacer pacer({.tick_rate = TickRate{1, 0xffffffff}, .frame_rate_max = TickRate{1, 0xffffffff}},
                nanoseconds::min());
    pacer.advance(nanoseconds::max());
    EXPECT_EQ(pacer.next_deadline(), nanoseconds::max());
    EXPECT_EQ(pacer.next_frame(), nanoseconds::max());
    Pacer fast(capped(TickRate{100'000'000}, TickRate{1'000'000'000}), nanoseconds::min());
    EXPECT_EQ(fast.advance(nanoseconds::max()).frames_missed, 1'844'674'407'370'955'161U);
    EXPECT_EQ(fast.frames_late(), 1U);
}

TEST(PacerDeathTest, RatesAndCapsThatMeanNothingAreRefused) {
    EXPECT_DEATH(Pacer(options(TickRate{0}), k_start), "ticks >= 1");
    EXPECT_DEATH(Pacer(options(TickRate{1, 0}), k_start), "seconds >= 1");
    EXPECT_DEATH(Pacer(options(TickRate{1'000'000'001}), k_start), "period_numerator");
    EXPECT_DEATH(Pacer(options(TickRate{60}, DebtPolicy::keep, 0), k_start), "ticks_per_frame_max");
    EXPECT_DEATH(Pacer(capped(TickRate{0}), k_start), "ticks >= 1");
    EXPECT_DEATH(Pacer(capped(TickRate{1, 0}), k_start), "seconds >= 1");
    EXPECT_DEATH(Pacer(capped(TickRate{100'000'001}), k_start), "period_numerator");
    EXPECT_DEATH(Pacer(capped(TickRate{5}), k_start), "runs_every_tick");
}

}  // namespace
}  // namespace tandem::sim
