// SPDX-License-Identifier: MIT
// Keeping time over a line: the delay settles where the line needs it, and whoever runs ahead
// waits. All in ticks and shares of ticks.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/net/session/delay.hpp>
#include <tests/net/two_players.hpp>

namespace tandem::test {
namespace {

using net::LinkOptions;

constexpr std::uint64_t k_rate = 60;  // the counter's

LinkOptions line(milliseconds delay, milliseconds jitter = milliseconds(0),
                 std::uint32_t loss_percent = 0) {
    LinkOptions links;
    links.delay = delay;
    links.jitter = jitter;
    links.loss_ppm = loss_percent * k_percent_ppm;
    return links;
}

// A match of two paced sides whose delay follows the line.
struct Adaptive : TwoPlayers {
    explicit Adaptive(std::uint64_t seed, LinkOptions links, std::uint64_t ticks = net::k_no_limit)
        : TwoPlayers(ticks, seed, links, true, std::nullopt) {}

    void play(std::uint64_t span_s) {
        const std::uint64_t until = host->session->ticks_done() + span_s * k_rate;
        ASSERT_TRUE(arena.run_until([&] { return host->session->ticks_done() >= until; },
                                    std::chrono::seconds(2 * span_s + 20)))
            << log();
    }
    void forget_late() { host->late_ticks = guest->late_ticks = 0; }
    std::uint64_t late() const { return host->late_ticks + guest->late_ticks; }
    static std::uint32_t delay(const Side& side) { return side.session->pace().delay_ticks; }
    std::uint32_t delays() const { return delay(*host) + delay(*guest); }
    std::string state() const {
        std::string text = "late " + std::to_string(late());
        for (const Side* side : {host, guest}) {
            const auto pace = side->session->pace();
            text += "  " + side->name + " delay " + std::to_string(pace.delay_ticks) + " slow " +
                    std::to_string(pace.slow_down_ppm) + " held ms " +
                    std::to_string(pace.held.count() / 1'000'000) + " slack " +
                    std::to_string(side->session->peers()[0].slack_here.value_or(99));
        }
        return text;
    }
    // Both stop after the same tick and have told the same.
    void agree() {
        host->session->leave();
        ASSERT_TRUE(arena.run_to_end()) << log();
        expect_agreement(*this, host->trace->ticks);
    }
};

// The smallest delay without a late tick where both sides are in phase: the way, in whole ticks.
std::uint32_t ideal(milliseconds way) {
    return static_cast<std::uint32_t>((way.count() * 60 + 999) / 1000);
}

// ---- Delay ----

// A look at the network takes up to a millisecond on top of the way.
std::uint32_t needed(milliseconds way) { return ideal(way + milliseconds(2)); }

TEST(Pace, OverASteadyLineTheDelayIsWhatTheWayNeedsFromTheFirstTickOn) {
    for (const std::int64_t way_ms : {1, 5, 12, 20, 40, 70, 80, 95, 200}) {
        const milliseconds way(way_ms);
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            SCOPED_TRACE(std::to_string(way.count()) + " ms, seed " + std::to_string(seed) +
                         ": tandem_net_tests --gtest_filter=Pace.OverASteady*");
            Adaptive match(seed, line(way));
            match.play(5);
            EXPECT_LE(match.late(), 3U) << match.state();
            match.forget_late();
            match.play(55);
            EXPECT_EQ(match.late(), 0U) << match.state();
            for (const Side* side : {match.host, match.guest}) {
                EXPECT_LE(match.delay(*side), needed(way)) << match.state();
            }
            EXPECT_GE(match.delays(), ideal(2 * way)) << match.state();
            match.agree();
        }
    }
}

TEST(Pace, UnequalWaysAreSharedSoThatBothDelaysTogetherAreARoundTrip) {
    Adaptive match(1, line(milliseconds(20)));
    match.arena.network().set_link(1, 0, line(milliseconds(140)));
    match.play(10);
    match.forget_late();
    match.play(60);
    EXPECT_EQ(match.late(), 0U) << match.state();
    EXPECT_GE(match.delays(), ideal(milliseconds(160))) << match.state();
    EXPECT_LE(match.delays(), ideal(milliseconds(160)) + 2) << match.state();
    match.agree();
}

TEST(Pace, JitterAndLossAreCoveredButForAFewTicksInAThousand) {
    struct Case {
        LinkOptions links;
        std::uint32_t ideal_ticks;
    };
    // Jitter: its most. Loss p: one copy more for every factor p down to a thousandth.
    for (const Case& it :
         {Case{line(milliseconds(30), milliseconds(60)), ideal(milliseconds(90))},
          Case{line(milliseconds(40), milliseconds(0), 10), needed(milliseconds(40)) + 2},
          Case{line(milliseconds(40), milliseconds(0), 25), needed(milliseconds(40)) + 4}}) {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) +
                         ": tandem_net_tests --gtest_filter=Pace.JitterAndLoss*");
            Adaptive match(seed, it.links);
            match.play(10);
            match.forget_late();
            match.play(50);
            EXPECT_LE(match.late() * 1'000, 8 * 2 * 50 * k_rate) << match.state();
            EXPECT_LE(match.delays(), 2 * it.ideal_ticks + 2) << match.state();
            match.agree();
        }
    }
}

TEST(Pace, ALineThatWorsensIsFollowedWithinSecondsAndBackAgain) {
    Adaptive match(1, line(milliseconds(20)));
    const auto set_way = [&](milliseconds way) {
        for (const std::uint32_t side : {0U, 1U}) {
            match.arena.network().set_link(side, 1 - side, line(way));
        }
    };
    match.play(5);
    const std::uint32_t before = match.delays();
    set_way(milliseconds(120));
    match.play(3);
    match.forget_late();
    match.play(12);
    EXPECT_EQ(match.late(), 0U) << match.state();
    EXPECT_GE(match.delays(), ideal(milliseconds(240))) << match.state();
    EXPECT_LE(match.delays(), 2 * needed(milliseconds(120)) + 2) << match.state();
    set_way(milliseconds(20));
    match.play(30);
    EXPECT_LE(match.delays(), before + 1) << match.state();
    match.forget_late();
    match.play(10);
    EXPECT_EQ(match.late(), 0U) << match.state();
    match.agree();
}

// ---- What is no fault of the line ----

// How a match is 5 s after something, against before.
struct Aftermath {
    std::uint32_t before_host = 0;
    std::uint32_t before_guest = 0;
};

void expect_as_before(const Adaptive& match, const Aftermath& before) {
    EXPECT_LE(Adaptive::delay(*match.host), before.before_host + 1) << match.state();
    EXPECT_LE(Adaptive::delay(*match.guest), before.before_guest + 1) << match.state();
}

TEST(Pace, AFreezeOfAnyLengthLeavesBothDelaysWhereTheLinePutsThem) {
    for (const std::int64_t ms : {1'500, 3'000, 4'900}) {
        for (const bool is_guest : {false, true}) {
            SCOPED_TRACE(std::to_string(ms) + " ms, guest " + std::to_string(is_guest));
            Adaptive match(1, line(milliseconds(40)));
            match.play(10);
            const Aftermath before{Adaptive::delay(*match.host), Adaptive::delay(*match.guest)};
            Side& frozen = is_guest ? *match.guest : *match.host;
            frozen.sleeps_until = match.arena.now() + milliseconds(ms);
            match.arena.run_for(milliseconds(ms) + std::chrono::seconds(5));
            expect_as_before(match, before);
            match.forget_late();
            match.play(10);
            EXPECT_LE(match.late(), 1U) << match.state();
            match.agree();
        }
    }
}

TEST(Pace, AHitchOfOnesOwnRaisesNobodysDelay) {
    for (const std::int64_t ms : {120, 240}) {
        for (const bool is_guest : {false, true}) {
            SCOPED_TRACE(std::to_string(ms) + " ms, guest " + std::to_string(is_guest));
            Adaptive match(1, line(milliseconds(40)));
            match.play(10);
            const Aftermath before{Adaptive::delay(*match.host), Adaptive::delay(*match.guest)};
            Side& hitches = is_guest ? *match.guest : *match.host;
            for (int hitch = 0; hitch < 5; ++hitch) {
                hitches.sleeps_until = match.arena.now() + milliseconds(ms);
                match.arena.run_for(std::chrono::seconds(3));
                expect_as_before(match, before);
            }
            match.agree();
        }
    }
}

TEST(Pace, AOneWayCutLeavesBothDelaysWhereTheLinePutsThem) {
    for (const std::uint32_t from : {0U, 1U}) {
        Adaptive match(1, line(milliseconds(40)));
        match.play(10);
        const Aftermath before{Adaptive::delay(*match.host), Adaptive::delay(*match.guest)};
        match.arena.network().cut(from, 1 - from, match.arena.now(),
                                  match.arena.now() + std::chrono::seconds(3));
        match.arena.run_for(std::chrono::seconds(8));
        expect_as_before(match, before);
        match.agree();
    }
}

TEST(Pace, BesideASlowMachineInputsStayFreshAtItsSpeed) {
    struct Case {
        Time tick_cost;
        double speed;
    };
    for (const Case& it : {Case{Time(33'333'333), 0.5}, Case{Time(17'500'000), 0.93}}) {
        SCOPED_TRACE(std::to_string(it.speed));
        Adaptive match(1, line(milliseconds(40)));
        match.guest->tick_cost = it.tick_cost;
        match.arena.run_for(std::chrono::seconds(10));
        const std::uint64_t from = match.host->session->ticks_done();
        match.arena.run_for(std::chrono::seconds(20));
        const auto played = static_cast<double>(match.host->session->ticks_done() - from);
        EXPECT_NEAR(played / (20 * k_rate), it.speed, 0.04);
        EXPECT_LE(match.delay(*match.guest), 7U) << match.state();
        EXPECT_LE(match.delay(*match.host), needed(milliseconds(40)) + 1) << match.state();
        for (const Side* side : {match.host, match.guest}) {
            EXPECT_LE(side->session->ticks_asked() - side->session->ticks_done(),
                      match.delay(*side) + 2U)
                << side->name;
        }
        EXPECT_TRUE(match.guest->session->pace().is_too_slow);
        // Who it is was told, once.
        ASSERT_EQ(match.host->count<net::Waiting>(), 1U) << match.log();
        EXPECT_EQ(match.host->find<net::Waiting>()->what, net::WaitingFor::machine);
        match.guest->tick_cost = Time{0};
        match.arena.run_for(std::chrono::seconds(4));
        EXPECT_FALSE(match.guest->session->pace().is_too_slow);
        EXPECT_EQ(match.host->count<net::Waiting>(), 2U) << "and that it is over";
        match.agree();
    }
}

TEST(Pace, BehindAQueueThatIsFullTheMatchKeepsItsSpeed) {
    // A line of 0.87 of what the session sends.
    const auto sent_per_s = [] {
        Adaptive match(1, line(milliseconds(40)));
        match.play(20);
        const auto& statistics = match.arena.network().link_statistics(0, 1);
        return statistics.wire_bytes_sent() * k_rate / match.host->session->ticks_done();
    }();
    LinkOptions narrow = line(milliseconds(40));
    narrow.rate_bytes_per_s = sent_per_s * 87 / 100;
    narrow.queue_bytes = 4'000;
    Adaptive match(1, narrow);
    match.arena.run_for(std::chrono::seconds(30));
    const std::uint64_t from = match.host->session->ticks_done();
    match.arena.run_for(std::chrono::seconds(60));
    const auto played = static_cast<double>(match.host->session->ticks_done() - from);
    EXPECT_GE(played / (60 * k_rate), 0.99) << match.state();
    match.agree();
}

TEST(Pace, ALineThatWasTakenAwayRecovers) {
    constexpr std::uint64_t k_narrow_bytes_per_s = 9'000;  // some twice of what is sent
    for (const std::uint64_t queue_bytes : {2'000U, 18'000U}) {
        SCOPED_TRACE(queue_bytes);
        LinkOptions narrow = line(milliseconds(40));
        narrow.rate_bytes_per_s = k_narrow_bytes_per_s;
        narrow.queue_bytes = queue_bytes;
        Adaptive match(1, narrow);
        const auto sent = [&] {
            return match.arena.network().link_statistics(0, 1).wire_bytes_sent();
        };
        match.arena.run_for(std::chrono::seconds(10));
        const std::uint64_t sent_at_first = sent();
        match.arena.run_for(std::chrono::seconds(10));
        const std::uint64_t need = sent() - sent_at_first;
        const std::uint32_t before = match.delays();
        LinkOptions away = narrow;
        away.rate_bytes_per_s = 300;
        match.arena.network().set_link(0, 1, away);
        match.arena.run_for(std::chrono::seconds(2));
        match.arena.network().set_link(0, 1, narrow);
        match.arena.run_for(std::chrono::seconds(10));
        const std::uint64_t from = match.host->session->ticks_done();
        const std::uint64_t sent_back = sent();
        match.arena.run_for(std::chrono::seconds(10));
        EXPECT_GE(match.host->session->ticks_done() - from, 594U) << match.state();
        EXPECT_LE((sent() - sent_back) * 10, need * 13) << match.state();
        EXPECT_LE(match.delays(), before + 4) << "two for each side: " << match.state();
        match.agree();
    }
}

TEST(Pace, ATickIsOnePacketAtAnyRate) {
    for (const std::uint32_t rate : {20U, 35U, 60U, 120U}) {
        SCOPED_TRACE(rate);
        Arena arena(1, line(milliseconds(40)));
        net::HostOptions options = host_options(sim::erase<Counter>(), 2);
        options.setup.tick_rate = TickRate{rate};
        options.session.delay_ticks.reset();
        options.session.is_paced = true;
        net::JoinOptions join_options;
        Side& host = arena.host(sim::erase<Counter>(), options);
        arena.join(sim::erase<Counter>(), join_options);
        arena.run_for(std::chrono::seconds(3));
        const std::uint64_t ticks = host.session->ticks_done();
        const std::uint64_t sent = arena.network().link_statistics(0, 1).packets_sent;
        arena.run_for(std::chrono::seconds(10));
        const std::uint64_t played = host.session->ticks_done() - ticks;
        EXPECT_GE(played, 10 * rate - 2);
        EXPECT_LE((arena.network().link_statistics(0, 1).packets_sent - sent) * 100, played * 105);
    }
}

TEST(Pace, EveryChangeIsToldAndStoredInOrder) {
    Adaptive match(1, line(milliseconds(20)));
    match.play(5);
    for (const std::uint32_t side : {0U, 1U}) {
        match.arena.network().set_link(side, 1 - side, line(milliseconds(150)));
    }
    match.play(30);
    match.agree();
    for (const Side* side : {match.host, match.guest}) {
        std::vector<sim::Mark> marks;
        for (const sim::Mark& mark : side->trace->marks) {
            if (mark.kind == sim::MarkKind::input_delay) {
                marks.push_back(mark);
            }
        }
        ASSERT_GE(marks.size(), 2U) << side->log();
        std::size_t told = 0;
        for (const net::Event& event : side->events) {
            const auto* changed = std::get_if<net::DelayChanged>(&event);
            if (changed == nullptr) {
                continue;
            }
            EXPECT_EQ(changed->before_ticks, marks[told].value);
            ++told;
            ASSERT_LT(told, marks.size());
            EXPECT_EQ(changed->delay_ticks, marks[told].value);
            EXPECT_EQ(changed->from, marks[told].tick);
            EXPECT_EQ(marks[told].slot, side->session->own_slot().index);
            EXPECT_GT(marks[told].tick, marks[told - 1].tick);
        }
        EXPECT_EQ(told + 1, marks.size());
    }
}

TEST(Pace, AGivenDelayAndAnUnpacedSideNeverChange) {
    TwoPlayers given(net::k_no_limit, 1, line(milliseconds(100)), true, 2);
    given.arena.run_for(std::chrono::seconds(20));
    TwoPlayers unpaced(2'000, 1, line(milliseconds(100)), false, std::nullopt);
    ASSERT_TRUE(unpaced.arena.run_to_end()) << unpaced.log();
    for (const Side* side : {given.host, given.guest, unpaced.host, unpaced.guest}) {
        EXPECT_EQ(side->count<net::DelayChanged>(), 0U) << side->log();
        EXPECT_GT(side->count<net::Ticked>(), 900U);
    }
    EXPECT_EQ(given.host->session->pace().delay_ticks, 2U);
    EXPECT_EQ(unpaced.host->session->pace().delay_ticks, net::k_delay_ticks_unpaced);
}

// ---- Phase ----

TEST(Pace, OfTwoClocksOnePercentApartTheFasterWaitsAndNobodysInputsAge) {
    for (const std::int64_t ppm : {10'000, -10'000}) {
        Adaptive match(1, line(milliseconds(40)));
        match.guest->clock_ppm = ppm;
        match.play(20);
        match.forget_late();
        match.play(100);
        const Side& fast = ppm > 0 ? *match.guest : *match.host;
        const Side& slow = ppm > 0 ? *match.host : *match.guest;
        EXPECT_EQ(match.late(), 0U) << match.state();
        EXPECT_LE(match.delays(), 2 * ideal(milliseconds(40)) + 4) << match.state();
        EXPECT_EQ(slow.session->pace().held.count(), 0) << match.state();
        // One percent of two minutes.
        EXPECT_NEAR(static_cast<double>(fast.session->pace().held.count()) * 1e-9, 1.2, 0.2);
        EXPECT_LE(fast.session->ticks_asked() - fast.session->ticks_done(), match.delay(fast) + 2U);
        match.agree();
    }
}

TEST(Pace, WithGivenDelaysThePhaseAloneTakesTheDriftAway) {
    TwoPlayers match(net::k_no_limit, 1, line(milliseconds(40)), true, 5);
    match.guest->clock_ppm = 10'000;
    match.arena.run_for(std::chrono::seconds(20));
    match.host->late_ticks = match.guest->late_ticks = 0;
    match.arena.run_for(std::chrono::seconds(100));
    EXPECT_EQ(match.host->late_ticks + match.guest->late_ticks, 0U);
    EXPECT_LE(match.guest->session->ticks_asked() - match.guest->session->ticks_done(), 7U);
}

// ---- Beginning ----

// Whichever of the two it is, after two seconds both have the delay that they would have had.
TEST(Pace, ASideThatBeginsLateIsWaitedForAndNobodysDelayGrows) {
    for (const milliseconds way : {milliseconds(20), milliseconds(40), milliseconds(120)}) {
        for (const milliseconds late :
             {milliseconds(100), milliseconds(500), milliseconds(2'000)}) {
            for (const bool is_guest : {false, true}) {
                SCOPED_TRACE(std::to_string(late.count()) + " ms late over " +
                             std::to_string(way.count()) + " ms, guest " +
                             std::to_string(is_guest));
                Adaptive match(1, line(way));
                Side& behind = is_guest ? *match.guest : *match.host;
                Side& ahead = is_guest ? *match.host : *match.guest;
                behind.starts_late = late;
                match.play(2);
                for (const Side* side : {&ahead, &behind}) {
                    EXPECT_LE(match.delay(*side), needed(way) + 1) << match.state();
                }
                match.forget_late();
                match.play(10);
                EXPECT_EQ(match.late(), 0U) << match.state();
                match.agree();
            }
        }
    }
}

TEST(Pace, AGuestThatBeginsLateIsWaitedForByTheOtherGuestsToo) {
    Arena arena(1, line(milliseconds(20)));
    Side& host = arena.host(sim::erase<Counter>(), host_options(sim::erase<Counter>(), 3));
    Side& prompt = arena.join(sim::erase<Counter>());
    Side& late = arena.join(sim::erase<Counter>());
    late.starts_late = milliseconds(500);
    arena.run_for(std::chrono::seconds(3));
    for (const Side* side : {&host, &prompt, &late}) {
        EXPECT_LE(side->session->pace().delay_ticks, ideal(milliseconds(40)) + 6)
            << side->name << "\n"
            << side->log();
    }
}

// Somebody who gives the inputs asked for at once and then leaves holds no clock up.
TEST(Pace, ASideThatLeavesInsteadOfBeginningIsNotWaitedFor) {
    Arena arena(1, line(milliseconds(20)));
    Side& host = arena.host(sim::erase<Counter>(), host_options(sim::erase<Counter>(), 3));
    Side& stays = arena.join(sim::erase<Counter>());
    Side& leaves = arena.join(sim::erase<Counter>());
    leaves.starts_late = std::chrono::seconds(60);
    arena.run_for(std::chrono::seconds(1));
    EXPECT_LE(host.session->ticks_done(), 5U);
    leaves.sleeps_until = arena.now();
    leaves.session->leave();
    arena.run_for(std::chrono::seconds(1));
    EXPECT_GT(host.session->ticks_done(), 50U) << host.log();
    EXPECT_GT(stays.session->ticks_done(), 50U) << stays.log();
}

TEST(Pace, TwoSidesInPhaseNeverSlowDown) {
    Adaptive match(1, line(milliseconds(40)));
    match.play(60);
    EXPECT_EQ(match.host->session->pace().held.count(), 0) << match.state();
    EXPECT_EQ(match.guest->session->pace().held.count(), 0) << match.state();
}

// ---- More than two ----

TEST(Pace, AGuestsDelayCoversTheWayToTheFarthestOtherGuest) {
    Arena arena(1, line(milliseconds(20)));
    net::HostOptions options = host_options(sim::erase<Counter>(), 3);
    Side& host = arena.host(sim::erase<Counter>(), options);
    Side& near = arena.join(sim::erase<Counter>());
    Side& far = arena.join(sim::erase<Counter>());
    for (const std::uint32_t from : {0U, 2U}) {
        arena.network().set_link(from, 2 - from, line(milliseconds(100)));
    }
    const auto play = [&](std::uint64_t ticks) {
        const std::uint64_t until = host.session->ticks_done() + ticks;
        return arena.run_until([&] { return host.session->ticks_done() >= until; },
                               std::chrono::seconds(60));
    };
    ASSERT_TRUE(play(20 * k_rate));
    host.late_ticks = near.late_ticks = far.late_ticks = 0;
    ASSERT_TRUE(play(30 * k_rate));
    for (const Side* side : {&host, &near, &far}) {
        EXPECT_EQ(side->late_ticks, 0U) << side->name << "\n" << side->log();
    }
    // From the near guest by way of the host to the far one.
    EXPECT_GE(near.session->pace().delay_ticks + far.session->pace().delay_ticks,
              2 * ideal(milliseconds(120)));
    EXPECT_LE(near.session->pace().delay_ticks + far.session->pace().delay_ticks,
              2 * ideal(milliseconds(120)) + 4);
    host.session->leave();
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_TRUE(host.trace->truth == near.trace->truth && host.trace->truth == far.trace->truth);
}

// ---- Any line ----

TEST(Pace, WhateverTheLineBothRecordTheSameAndTheDelayStaysQuiet) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Pace.WhateverTheLine*");
        Random random(seed);
        LinkOptions links = line(milliseconds(random.below(200)), milliseconds(random.below(60)),
                                 random.below(20U));
        links.burst_ppm = 5 * k_percent_ppm;
        links.burst_packets = random.between(1U, 3U);
        links.duplicate_ppm = random.below(10 * k_percent_ppm);
        Adaptive match(seed, links);
        match.guest->clock_ppm = random.between<std::int64_t>(-5'000, 5'000);
        match.guest->starts_late = milliseconds(random.below(200));
        match.play(30);
        const auto changes = [&] {
            return match.host->count<net::DelayChanged>() + match.guest->count<net::DelayChanged>();
        };
        const std::size_t before = changes();
        match.forget_late();
        match.play(30);
        EXPECT_LE(changes() - before, 16U) << match.log();
        EXPECT_LE(match.late() * 100, 3 * 2 * 30 * k_rate) << match.state();
        match.agree();
    }
}

}  // namespace
}  // namespace tandem::test
