// SPDX-License-Identifier: MIT
// Our own match time by itself: what real time grants, who holds it, and what is made up for.
#include <tandem/net/session/match_time.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::MatchTime;
using net::Time;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Time k_step_max = milliseconds(250);
constexpr Time k_any_moment = Time::max();

// A machine that looks at its clock and needs so long for a tick.
struct ClockedMachine {
    explicit ClockedMachine(std::uint32_t rate = 50) : clock(TickRate{rate}, k_step_max) {
        clock.start(now);
    }

    void look(Time later, MatchTime::Bounds bounds = {}) {
        now += later;
        clock.advance(now, bounds, done);
    }
    // Lets so much time pass, a millisecond a look, and simulates what is due. The next look comes
    // when the ticks are done.
    void run(Time span, MatchTime::Bounds bounds = {}, Time look_span = milliseconds(1)) {
        const Time end = now + span;
        while (now < end) {
            look(std::max(busy, look_span), bounds);
            busy = Time{0};
            for (int ticks = 0; ticks < 8 && done < clock.due_ticks(); ++ticks) {
                ++done;
                busy += tick_cost;
            }
            clock.on_played(now, done, false);
        }
    }

    MatchTime clock;
    Time now{1'000'000'007};
    Time tick_cost{0};
    Time busy{0};
    std::uint64_t done = 0;
};

TEST(MatchTimeTest, NothingIsDueBeforeItRuns) {
    MatchTime clock(TickRate{50}, k_step_max);
    EXPECT_FALSE(clock.runs());
    clock.advance(seconds(9), {}, 0);
    clock.on_played(seconds(9), 0, false);
    EXPECT_EQ(clock.due_ticks(), 0U);
    EXPECT_EQ(clock.held(), Time{0});
    clock.start(seconds(10));
    EXPECT_TRUE(clock.runs());
    clock.advance(seconds(10), {}, 0);
    EXPECT_EQ(clock.value(), Time{0}) << "what passed before does not count";
}

TEST(MatchTimeTest, EachMomentIsGrantedOnceHoweverOftenOneLooks) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=MatchTimeTest.EachMoment*");
        Random random(seed);
        const std::uint32_t rate = random.between(1U, 240U);
        ClockedMachine machine(rate);
        const Time began = machine.now;
        for (int look = 0; look < 5'000; ++look) {
            machine.look(microseconds(random.chance(1, 4) ? 0U : random.below(20'000U)));
            ASSERT_EQ(machine.clock.value(), machine.now - began);
            ASSERT_EQ(machine.clock.due_ticks(),
                      static_cast<std::uint64_t>((machine.now - began) / machine.clock.period()));
            ASSERT_EQ(machine.clock.wanted_ticks(), machine.clock.due_ticks());
        }
        EXPECT_EQ(machine.clock.held(), Time{0});
    }
}

TEST(MatchTimeTest, AMachineThatStoodStillIsGrantedOneStepOnly) {
    ClockedMachine machine;
    machine.look(milliseconds(100));
    machine.look(seconds(3));
    EXPECT_EQ(machine.clock.value(), milliseconds(350));
    EXPECT_EQ(machine.clock.held(), Time{0}) << "the rest is a pause, and nobody else's";
    machine.look(milliseconds(20));
    EXPECT_EQ(machine.clock.value(), milliseconds(370)) << "never made up for";
}

TEST(MatchTimeTest, WhoeverIsHeldBackMakesUpATenthOfASecond) {
    ClockedMachine machine;
    machine.run(milliseconds(100));
    for (int look = 0; look < 60; ++look) {
        machine.look(milliseconds(1), {milliseconds(100), Time{0}});
        EXPECT_EQ(machine.clock.value(), milliseconds(100));
    }
    EXPECT_EQ(machine.clock.wanted_ticks(), 8U) << "60 ms are waiting";
    machine.look(milliseconds(1), {k_any_moment, Time{0}});
    EXPECT_EQ(machine.clock.value(), milliseconds(161)) << "and come at once";

    for (int look = 0; look < 900; ++look) {
        machine.look(milliseconds(1), {milliseconds(161), Time{0}});
    }
    EXPECT_EQ(machine.clock.value(), milliseconds(161));
    machine.look(milliseconds(1), {k_any_moment, Time{0}});
    EXPECT_EQ(machine.clock.value(), milliseconds(161) + MatchTime::k_carry_max + milliseconds(1));
    machine.look(milliseconds(1));
    EXPECT_EQ(machine.clock.value(), milliseconds(263));
    EXPECT_EQ(machine.clock.held(), milliseconds(800)) << "902 less what was made up";
}

TEST(MatchTimeTest, ABoundThatFallsTakesNothingBack) {
    ClockedMachine machine;
    machine.run(milliseconds(100));
    machine.look(milliseconds(1), {milliseconds(40), Time{0}});
    EXPECT_EQ(machine.clock.value(), milliseconds(100));
    machine.look(milliseconds(1), {Time{-5}, Time{0}});
    EXPECT_EQ(machine.clock.value(), milliseconds(100));
}

TEST(MatchTimeTest, WhoeverIsAheadMakesNothingUp) {
    ClockedMachine machine;
    machine.run(milliseconds(100));
    for (int look = 0; look < 60; ++look) {
        machine.look(milliseconds(1), {milliseconds(100), Time{0}});
    }
    machine.look(milliseconds(1), {k_any_moment, milliseconds(1)});
    EXPECT_GT(machine.clock.value(), milliseconds(100));
    EXPECT_LE(machine.clock.value(), milliseconds(101));
}

TEST(MatchTimeTest, SlowsDownInProportionToItsLeadWithinBounds) {
    const auto slow_down = [](Time ahead) {
        ClockedMachine machine;
        machine.look(milliseconds(1), {std::nullopt, ahead});
        return machine.clock.slow_down_ppm();
    };
    EXPECT_EQ(slow_down(seconds(-1)), 0U) << "whoever is behind does nothing";
    EXPECT_EQ(slow_down(Time{0}), 0U);
    EXPECT_EQ(slow_down(MatchTime::k_in_phase), 0U) << "less than the looks differ";
    EXPECT_EQ(slow_down(MatchTime::k_in_phase + milliseconds(1)), 1'000U);
    EXPECT_EQ(slow_down(MatchTime::k_in_phase + milliseconds(7)), 7'000U);
    EXPECT_EQ(slow_down(milliseconds(50)), MatchTime::k_slow_down_ppm_max);
    EXPECT_EQ(slow_down(milliseconds(200)), MatchTime::k_slow_down_ppm_max) << "ten ticks";
    EXPECT_GT(slow_down(milliseconds(201)), MatchTime::k_slow_down_ppm_max);
    EXPECT_EQ(slow_down(std::chrono::hours(100)), MatchTime::k_slow_down_far_ppm_max);
}

TEST(MatchTimeTest, SlowedDownItRunsByJustSoMuchSlower) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=MatchTimeTest.SlowedDown*");
        Random random(seed);
        ClockedMachine machine(random.between(10U, 240U));
        const Time ahead = microseconds(random.between(600, 30'000));
        const Time began = machine.now;
        while (machine.now < began + seconds(20)) {
            machine.look(microseconds(random.between(100, 3'000)), {std::nullopt, ahead});
        }
        const double lost =
            static_cast<double>((machine.now - began - machine.clock.value()).count());
        const double expected = static_cast<double>((machine.now - began).count()) *
                                machine.clock.slow_down_ppm() / 1e6;
        EXPECT_NEAR(lost, expected, 2.0) << "not a moment is lost by rounding";
        EXPECT_EQ(machine.clock.held(), machine.now - began - machine.clock.value());
    }
}

// A machine at half speed, for instance. What it lags is put off, and then it is asked for one tick
// at a time, so that its time says how far it really is.
TEST(MatchTimeTest, HalfASecondBehindWithEveryInputIsTooSlow) {
    ClockedMachine machine;
    machine.tick_cost = milliseconds(40);
    machine.run(milliseconds(400));
    EXPECT_FALSE(machine.clock.is_too_slow());
    machine.run(seconds(5));
    EXPECT_TRUE(machine.clock.is_too_slow());
    const std::uint64_t done = machine.done;
    machine.run(seconds(20));
    EXPECT_TRUE(machine.clock.is_too_slow());
    EXPECT_NEAR(static_cast<double>(machine.done - done), 500.0, 10.0) << "as fast as it can";
    EXPECT_LE(machine.clock.due_ticks(), machine.done);
}

TEST(MatchTimeTest, EveryMachineThatCannotKeepUpIsFoundAndRunsAsFastAsItCan) {
    for (const int per_mille : {1'050, 1'200, 1'500, 1'900, 2'000, 2'100, 5'000}) {
        for (const std::uint32_t rate : {50U, 60U, 144U}) {
            ClockedMachine machine(rate);
            machine.tick_cost = machine.clock.period() * per_mille / 1'000;
            machine.run(seconds(30));
            const std::uint64_t done = machine.done;
            bool was_always_slow = true;
            for (int second = 0; second < 30; ++second) {
                machine.run(seconds(1));
                was_always_slow = was_always_slow && machine.clock.is_too_slow();
            }
            EXPECT_TRUE(was_always_slow) << per_mille << " of " << rate;
            const double most = 30.0 * rate * 1'000 / per_mille;
            EXPECT_GE(static_cast<double>(machine.done - done), 0.97 * most)
                << per_mille << " of " << rate;
        }
    }
}

TEST(MatchTimeTest, WhoeverLacksAnInputIsNotTooSlow) {
    ClockedMachine machine;
    for (int look = 0; look < 5'000; ++look) {
        machine.look(milliseconds(1), {seconds(1), Time{0}});
        machine.clock.on_played(machine.now, 0, true);
    }
    EXPECT_FALSE(machine.clock.is_too_slow());
    machine.clock.on_played(machine.now, 0, false);
    machine.now += MatchTime::k_too_slow_after - Time{1};
    machine.clock.on_played(machine.now, 0, false);
    EXPECT_FALSE(machine.clock.is_too_slow());
    machine.now += Time{1};
    machine.clock.on_played(machine.now, 0, false);
    EXPECT_TRUE(machine.clock.is_too_slow()) << "half a second with everything here";
    EXPECT_EQ(machine.clock.due_ticks(), 0U) << "what it lags is put off for good";
}

TEST(MatchTimeTest, AMachineThatKeepsUpAgainIsNoLongerTooSlowAfterASecond) {
    for (const std::uint32_t rate : {50U, 60U, 144U}) {
        for (const int tick_percent : {0, 50, 90}) {
            ClockedMachine machine(rate);
            machine.tick_cost = machine.clock.period() * 2;
            machine.run(seconds(5));
            ASSERT_TRUE(machine.clock.is_too_slow());
            machine.tick_cost = machine.clock.period() * tick_percent / 100;
            machine.run(milliseconds(900));
            EXPECT_TRUE(machine.clock.is_too_slow());
            machine.run(2 * MatchTime::k_keeps_up_after + 2 * machine.clock.period());
            EXPECT_FALSE(machine.clock.is_too_slow()) << tick_percent << " % of " << rate;
            const Time before = machine.clock.value();
            machine.run(seconds(10));
            EXPECT_NEAR(static_cast<double>((machine.clock.value() - before).count()), 1e10, 21e6)
                << "and runs with real time again";
        }
    }
}

TEST(MatchTimeTest, WhileTooSlowAMachineThatManagesEveryTickLosesNoTime) {
    ClockedMachine machine(60);
    machine.tick_cost = machine.clock.period() * 2;
    machine.run(seconds(5));
    machine.tick_cost = Time{0};
    machine.run(milliseconds(100));
    ASSERT_TRUE(machine.clock.is_too_slow());
    const Time before = machine.clock.value();
    machine.run(milliseconds(800));
    EXPECT_GE(machine.clock.value() - before, milliseconds(798));
}

TEST(MatchTimeTest, AJumpIsNoTimeThatWasPutOff) {
    ClockedMachine machine;
    machine.run(seconds(1));
    for (int look = 0; look < 100; ++look) {
        machine.look(milliseconds(1), {seconds(1), Time{0}});
    }
    EXPECT_EQ(machine.clock.held(), milliseconds(100));
    machine.clock.jump(seconds(31));
    EXPECT_EQ(machine.clock.value(), seconds(31));
    EXPECT_EQ(machine.clock.wanted_ticks(), 31 * 50U) << "nothing is made up for";
    EXPECT_EQ(machine.clock.held(), milliseconds(100));
    machine.look(milliseconds(10));
    EXPECT_EQ(machine.clock.value(), seconds(31) + milliseconds(10));
    EXPECT_EQ(machine.clock.held(), milliseconds(100));
}

TEST(MatchTimeTest, WhateverHappensTimeNeverFallsNorPassesItsBoundNorRealTime) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=MatchTimeTest.WhateverHappens*");
        Random random(seed);
        ClockedMachine machine(random.between(1U, 240U));
        const Time began = machine.now;
        Time before{0};
        Time stood_still{0};
        for (int look = 0; look < 4'000; ++look) {
            const Time span = random.chance(1, 200) ? Time(milliseconds(random.below(4'000U)))
                                                    : Time(microseconds(random.below(3'000U)));
            MatchTime::Bounds bounds;
            if (random.chance(2, 3)) {
                bounds.latest = before + microseconds(random.between(-50'000, 50'000));
            }
            bounds.ahead = microseconds(random.between(-5'000, 300'000)) / random.between(1, 50);
            machine.look(span, bounds);
            stood_still += std::max(span - k_step_max, Time{0});
            const Time time = machine.clock.value();
            ASSERT_GE(time, before);
            ASSERT_LE(time, machine.now - began);
            ASSERT_LE(time, std::max(before, bounds.latest.value_or(Time::max())));
            ASSERT_LE(time - before, MatchTime::k_carry_max + k_step_max);
            ASSERT_EQ(machine.clock.held(), machine.now - began - stood_still - time);
            before = time;
            while (machine.done < machine.clock.due_ticks() && random.chance(9, 10)) {
                ++machine.done;
            }
            machine.clock.on_played(machine.now, machine.done, random.chance(1, 30));
            // What a slow machine lags is given up, but no tick that it has simulated.
            ASSERT_GE(machine.clock.due_ticks(), machine.done);
            before = std::min(before, machine.clock.value());
        }
    }
}

}  // namespace
}  // namespace tandem::test
