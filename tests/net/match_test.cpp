// SPDX-License-Identifier: MIT
// A match is its inputs: whatever the network does, both sides are told the same, and the same as
// without a network.
#include <gtest/gtest.h>

#include <tandem/net/wire.hpp>
#include <tandem/sim/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::LinkOptions;
using sim::erase;
using sim::ErrorCode;

constexpr std::uint32_t k_percent_ppm = 10'000;

struct TwoPlayers {
    explicit TwoPlayers(std::uint64_t ticks, std::uint64_t seed = 1, LinkOptions links = {},
                        bool is_paced = false, std::uint32_t delay_ticks = 3)
        : arena(seed, links) {
        net::HostOptions options = host_options(erase<Counter>(), 2, ticks);
        options.session.delay_ticks = delay_ticks;
        net::JoinOptions join_options;
        join_options.session.delay_ticks = delay_ticks;
        setup = options.setup;
        host = &arena.host(erase<Counter>(), options);
        guest = &arena.join(erase<Counter>(), join_options);
        host->is_paced = is_paced;
        guest->is_paced = is_paced;
    }
    std::string log() const { return host->log() + guest->log(); }

    Arena arena;
    Setup setup;
    Side* host = nullptr;
    Side* guest = nullptr;
};

void expect_agreement(const TwoPlayers& match, std::uint64_t ticks) {
    EXPECT_EQ(match.host->trace->ticks, ticks) << match.log();
    EXPECT_TRUE(match.host->trace->truth == match.guest->trace->truth) << match.log();
    EXPECT_EQ(match.host->trace->chain, reference_run(erase<Counter>(), match.setup, ticks).chain);
    EXPECT_EQ(match.host->count<net::Desynced>() + match.guest->count<net::Desynced>(), 0U)
        << match.log();
}

// ---- The same everywhere ----

TEST(Match, TwoSidesPlayWhatOneProcessPlaysAlone) {
    TwoPlayers match(300);
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_agreement(match, 300);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::tick_limit);
    EXPECT_EQ(match.guest->trace->end, sim::EndReason::tick_limit);
    EXPECT_FALSE(match.host->ended().error.has_value());
    EXPECT_FALSE(match.guest->ended().error.has_value());
    EXPECT_EQ(match.host->count<net::Ticked>(), 300U);
    EXPECT_EQ(match.host->ended().chain, match.guest->ended().chain);
}

LinkOptions bad_line(Random& random) {
    LinkOptions links;
    links.delay = Time(random.between<std::int64_t>(0, 150'000'000));
    links.jitter = Time(random.between<std::int64_t>(0, 60'000'000));
    links.loss_ppm = random.below(25 * k_percent_ppm);
    links.burst_packets = random.between(1U, 5U);
    links.duplicate_ppm = random.below(20 * k_percent_ppm);
    links.reorder_ppm = random.below(20 * k_percent_ppm);
    links.corrupt_ppm = random.below(5 * k_percent_ppm);
    return links;
}

TEST(Match, NoScheduleOfLossDelayAndDamageChangesWhatIsRecorded) {
    sim::Bytes first;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Match.NoSchedule*");
        Random random(seed);
        const bool is_paced = random.chance(1, 2);
        TwoPlayers match(200, seed, bad_line(random), is_paced, random.between(0U, 12U));
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        expect_agreement(match, 200);
        EXPECT_FALSE(match.host->ended().error.has_value()) << match.log();
        EXPECT_FALSE(match.guest->ended().error.has_value()) << match.log();
        first = first.empty() ? match.host->trace->truth : first;
        EXPECT_TRUE(first == match.host->trace->truth) << "another schedule gave another match";
    }
}

TEST(Match, TheSameSeedGivesTheSameEventsPacketForPacket) {
    Random random(5);
    const LinkOptions links = bad_line(random);
    TwoPlayers a(150, 9, links, true);
    TwoPlayers b(150, 9, links, true);
    ASSERT_TRUE(a.arena.run_to_end());
    ASSERT_TRUE(b.arena.run_to_end());
    EXPECT_EQ(a.log(), b.log());
    EXPECT_EQ(a.arena.now(), b.arena.now());
    EXPECT_EQ(a.arena.network().statistics().bytes_sent, b.arena.network().statistics().bytes_sent);
    EXPECT_GT(a.arena.network().statistics().packets_lost, 0U);
}

// ---- Progress ----

TEST(Match, APacedMatchKeepsItsPaceAtQuarterLoss) {
    LinkOptions links;
    links.delay = milliseconds(30);
    links.loss_ppm = 25 * k_percent_ppm;
    TwoPlayers match(600, 3, links, true, 10);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->count<net::Ticked>() >= 600; },
                                      std::chrono::seconds(60)))
        << match.log();
    // Ten seconds of ticks, the handshake at 25 % loss, and a stall here and there. A transport
    // that resends in order would stand still for minutes.
    EXPECT_LT(match.arena.now(), std::chrono::seconds(16));
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 600);
}

TEST(Match, WithoutLossADelayAboveTheWayNeverStalls) {
    LinkOptions links;
    links.delay = milliseconds(40);
    TwoPlayers match(300, 1, links, true, 4);
    ASSERT_TRUE(match.arena.run_to_end());
    EXPECT_EQ(match.host->count<net::Waiting>() + match.guest->count<net::Waiting>(), 0U);
    EXPECT_FALSE(match.host->trace->has_mark(sim::MarkKind::stall));
    expect_agreement(match, 300);
}

TEST(Match, APacedSideSetsTheSpeedOfAnUnpacedOne) {
    TwoPlayers match(300);
    match.host->is_paced = true;
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->is_started(); },
                                      std::chrono::seconds(5)));
    match.arena.run_for(std::chrono::seconds(2));
    EXPECT_NEAR(static_cast<double>(match.guest->session->ticks_done()), 120.0, 6.0);
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 300);
}

TEST(Match, AStallIsToldAndStoredWithThePlayerAndItsLength) {
    LinkOptions links;
    links.delay = milliseconds(20);
    TwoPlayers match(300, 1, links, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                      std::chrono::seconds(10)));
    LinkOptions blocked = links;
    blocked.is_cut = true;
    match.arena.network().set_link(1, 0, blocked);
    match.arena.run_for(milliseconds(1'600));
    match.arena.network().set_link(1, 0, links);
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_agreement(match, 300);
    const auto* waiting = match.host->find<net::Waiting>();
    ASSERT_NE(waiting, nullptr);
    EXPECT_EQ(waiting->slot, Slot{1});
    EXPECT_EQ(waiting->ms, 250U);
    const auto& marks = match.host->trace->marks;
    const auto stall = std::find_if(marks.begin(), marks.end(), [](const sim::Mark& mark) {
        return mark.kind == sim::MarkKind::stall;
    });
    ASSERT_NE(stall, marks.end());
    EXPECT_EQ(stall->slot, 1U);
    EXPECT_GT(stall->value, 1'400U);
    EXPECT_LT(stall->value, 1'700U);
}

TEST(Match, SamplingGoesOnDuringAStallAndCatchingUpIsCapped) {
    TwoPlayers match(1'000, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                      std::chrono::seconds(10)));
    LinkOptions blocked;
    blocked.is_cut = true;
    match.arena.network().set_link(1, 0, blocked);
    match.arena.run_for(std::chrono::seconds(2));
    EXPECT_LT(match.host->session->ticks_done(), 70U);
    EXPECT_GT(match.host->session->ticks_asked(), 170U) << "asked two seconds further";
    match.arena.network().set_link(1, 0, {});
    std::uint64_t before = match.host->session->ticks_done();
    for (int round = 0; round < 400; ++round) {
        match.arena.run_for(milliseconds(1));
        const std::uint64_t done = match.host->session->ticks_done();
        EXPECT_LE(done - before, net::SessionOptions{}.catch_up_ticks_max);
        before = done;
    }
    EXPECT_GT(match.host->session->ticks_done(), 170U) << "caught up";
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 1'000);
}

// ---- Size ----

TEST(Match, NoDatagramIsLargerThanItsBoundAndLargeInputsStillFlow) {
    for (const std::uint32_t players : {2U, 4U}) {
        LinkOptions links;
        links.delay = milliseconds(50);
        links.loss_ppm = 10 * k_percent_ppm;
        Arena arena(4, links);
        net::HostOptions options = host_options(erase<WideInput>(), players, 120);
        options.session.delay_ticks = 8;
        Side& host = arena.host(erase<WideInput>(), options);
        host.is_paced = true;
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            net::JoinOptions join_options;
            join_options.session.delay_ticks = 8;
            arena.join(erase<WideInput>(), join_options).is_paced = true;
        }
        ASSERT_TRUE(arena.run_to_end()) << host.log();
        EXPECT_EQ(host.trace->chain, reference_run(erase<WideInput>(), options.setup, 120).chain);
        EXPECT_LE(arena.network().statistics().largest_packet_bytes, net::k_packet_bytes_max);
        EXPECT_GT(arena.network().statistics().largest_packet_bytes, 1'000U);
    }
}

TEST(Match, AnOrdinaryPacedMatchSendsOneSmallPacketForEachTick) {
    LinkOptions links;
    links.delay = milliseconds(30);
    TwoPlayers match(600, 1, links, true, 5);
    ASSERT_TRUE(match.arena.run_to_end());
    const auto& statistics = match.arena.network().statistics();
    EXPECT_LT(statistics.packets_sent, 2U * 600U + 60U);
    EXPECT_LT(statistics.bytes_sent / statistics.packets_sent, 80U);
}

TEST(Match, ADelayFarBeyondTheWindowOfOneFlushStillArrives) {
    LinkOptions links;
    links.delay = std::chrono::seconds(1);  // 120 inputs of 1,000 bytes are under way at any time
    Arena arena(1, links);
    net::HostOptions options = host_options(erase<WideInput>(), 2, 240);
    options.session.delay_ticks = 70;
    net::JoinOptions join_options;
    join_options.session.delay_ticks = 70;
    Side& host = arena.host(erase<WideInput>(), options);
    Side& guest = arena.join(erase<WideInput>(), join_options);
    host.is_paced = guest.is_paced = true;
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    EXPECT_EQ(host.trace->ticks, 240U);
    EXPECT_TRUE(host.trace->truth == guest.trace->truth);
}

// ---- Ends ----

TEST(Match, TheSmallestTickLimitHoldsForAll) {
    for (const auto& [host_limit, guest_limit] :
         {std::pair<std::uint64_t, std::uint64_t>{100, net::k_no_limit}, {100, 40}, {40, 100}}) {
        Arena arena;
        Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2, host_limit));
        net::JoinOptions options;
        options.session.ticks_limit = guest_limit;
        Side& guest = arena.join(erase<Counter>(), options);
        ASSERT_TRUE(arena.run_to_end());
        const std::uint64_t least = std::min(host_limit, guest_limit);
        EXPECT_EQ(host.trace->ticks, least);
        EXPECT_TRUE(host.trace->truth == guest.trace->truth);
        EXPECT_EQ(guest.trace->end, sim::EndReason::tick_limit);
        EXPECT_FALSE(guest.ended().error.has_value());
    }
}

TEST(Match, TheFirstSourceThatEndsEndsTheMatchForAll) {
    for (const auto& [host_rows, guest_rows] :
         {std::pair<std::uint64_t, std::uint64_t>{70, 500}, {500, 70}, {70, 70}, {0, 70}}) {
        SCOPED_TRACE(std::to_string(host_rows) + " and " + std::to_string(guest_rows));
        LinkOptions links;
        links.delay = milliseconds(25);
        links.loss_ppm = 15 * k_percent_ppm;
        Arena arena(2, links);
        Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                scripted(Slot{0}, host_rows));
        Side& guest = arena.join(erase<Counter>(), {}, scripted(Slot{1}, guest_rows));
        ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
        EXPECT_EQ(host.trace->ticks, std::min(host_rows, guest_rows));
        EXPECT_TRUE(host.trace->truth == guest.trace->truth);
        for (const Side* side : {&host, &guest}) {
            EXPECT_EQ(side->trace->end, sim::EndReason::source_ended);
            EXPECT_FALSE(side->ended().error.has_value()) << side->log();
            EXPECT_EQ(side->count<net::Left>(), 0U);
        }
    }
}

TEST(Match, ASourceThatFailsEndsTheMatchAndIsTold) {
    Arena arena;
    auto inner = scripted(Slot{0});
    auto failing =
        [inner](sim::Tick tick,
                const sim::AnySimulation& simulation) -> sim::Result<std::optional<sim::Bytes>> {
        if (tick.number == 50) {
            return sim::Error{ErrorCode::bad_data, "line 52", "no number"};
        }
        return inner(tick, simulation);
    };
    Side& host =
        arena.host(erase<Counter>(), host_options(erase<Counter>(), 2), net::InputSource(failing));
    Side& guest = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(host.trace->ticks, 50U);
    EXPECT_TRUE(host.trace->truth == guest.trace->truth);
    ASSERT_TRUE(host.ended().error.has_value());
    EXPECT_EQ(host.ended().error->place, "line 52");
    EXPECT_FALSE(guest.ended().error.has_value());
}

TEST(Match, AGameThatIsOverEndsBothSidesAfterTheSameTick) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2);
    options.setup.set_options(Counter::Options{33});
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(host.trace->ticks, 33U);
    EXPECT_TRUE(host.trace->truth == guest.trace->truth);
    EXPECT_EQ(guest.trace->end, sim::EndReason::finished);
}

TEST(Match, WhoeverLeavesBothStopAfterTheSameTick) {
    for (const bool host_leaves : {true, false}) {
        LinkOptions links;
        links.delay = milliseconds(40);
        links.loss_ppm = 10 * k_percent_ppm;
        TwoPlayers match(net::k_no_limit, 6, links, true);
        ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 60; },
                                          std::chrono::seconds(10)));
        Side& leaver = host_leaves ? *match.host : *match.guest;
        Side& other = host_leaves ? *match.guest : *match.host;
        leaver.session->leave();
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        expect_agreement(match, match.host->trace->ticks);
        EXPECT_GE(match.host->trace->ticks, 60U);
        EXPECT_LT(match.host->trace->ticks, 90U);
        EXPECT_EQ(leaver.trace->end, sim::EndReason::interrupted);
        EXPECT_EQ(other.trace->end, sim::EndReason::interrupted);
        EXPECT_FALSE(other.ended().error.has_value());
        ASSERT_EQ(other.count<net::Left>(), 1U) << other.log();
        EXPECT_EQ(other.find<net::Left>()->reason, net::LeftReason::left);
        EXPECT_EQ(other.find<net::Left>()->from_tick, match.host->trace->ticks);
        EXPECT_TRUE(other.trace->has_mark(sim::MarkKind::left));
    }
}

TEST(Match, APeerThatVanishesEndsTheMatchAtTheLastCompleteTick) {
    for (const std::uint32_t victim : {0U, 1U}) {
        LinkOptions links;
        links.delay = milliseconds(30);
        TwoPlayers match(net::k_no_limit, 6, links, true);
        ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 60; },
                                          std::chrono::seconds(10)));
        Side& gone = match.arena.side(victim);
        Side& left = match.arena.side(1 - victim);
        gone.is_frozen = true;
        match.arena.network().cut(victim);
        const Time before = match.arena.now();
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        const auto waited = match.arena.now() - before;
        EXPECT_GE(waited, milliseconds(4'900));
        EXPECT_LE(waited, milliseconds(5'200));
        EXPECT_EQ(left.trace->end, sim::EndReason::peer_lost);
        ASSERT_TRUE(left.ended().error.has_value());
        EXPECT_EQ(left.ended().error->code, ErrorCode::network);
        ASSERT_EQ(left.count<net::Left>(), 1U);
        EXPECT_EQ(left.find<net::Left>()->reason, net::LeftReason::timeout);
        EXPECT_EQ(left.find<net::Left>()->from_tick, left.trace->ticks);
        EXPECT_GE(left.count<net::Waiting>(), 4U) << left.log();
        // What it had is what one process would have made of it, and includes all that the other
        // side had simulated, or is a few ticks short of it.
        EXPECT_GE(left.trace->ticks + 8, gone.trace->ticks);
        EXPECT_EQ(left.trace->chain,
                  reference_run(erase<Counter>(), match.setup, left.trace->ticks).chain);
    }
}

TEST(Match, AbandoningEndsAtOnceAndTheOtherSideHearsWhy) {
    TwoPlayers match(net::k_no_limit, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 30; },
                                      std::chrono::seconds(10)));
    match.guest->session->abandon("the second Ctrl-C");
    EXPECT_TRUE(match.guest->session->is_ended());
    ASSERT_TRUE(match.arena.run_to_end(std::chrono::seconds(2)));
    EXPECT_EQ(match.guest->trace->end, sim::EndReason::interrupted);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::peer_lost);
    EXPECT_NE(match.host->ended().error->message.find("the second Ctrl-C"), std::string::npos);
}

TEST(Match, AFullDiskOnOneSideEndsBothWithoutSayingWhoseDisk) {
    TwoPlayers match(net::k_no_limit);
    match.guest->trace->full_disk_at = 20;
    ASSERT_TRUE(match.arena.run_to_end(std::chrono::seconds(5)));
    ASSERT_TRUE(match.guest->ended().error.has_value());
    EXPECT_EQ(match.guest->ended().error->code, ErrorCode::io);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::peer_lost);
    EXPECT_EQ(match.host->ended().error->message.find("disk"), std::string::npos);
    EXPECT_GE(match.host->trace->ticks, 20U);
}

TEST(Match, AStepThatThrowsEndsBothSidesAndNamesTheTick) {
    Arena arena;
    Side& host = arena.host(erase<Throwing>(), host_options(erase<Throwing>(), 2));
    Side& guest = arena.join(erase<Throwing>());
    ASSERT_TRUE(arena.run_to_end(std::chrono::seconds(5))) << host.log() << guest.log();
    for (const Side* side : {&host, &guest}) {
        EXPECT_EQ(side->trace->ticks, 10U);
        ASSERT_TRUE(side->ended().error.has_value());
        EXPECT_NE(side->ended().error->text().find("tick 10"), std::string::npos);
    }
}

// ---- What is stored beside the ticks ----

TEST(Match, NamesAndDelayAreMarkedOnBothSides) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 20);
    options.session.player_name = "Ada";
    options.session.delay_ticks = 5;
    net::JoinOptions join_options;
    join_options.session.player_name = "Bob";
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    ASSERT_EQ(host.trace->marks.size(), 3U);
    EXPECT_EQ(host.trace->marks[0].text, "Ada");
    EXPECT_EQ(host.trace->marks[1].text, "Bob");
    EXPECT_EQ(host.trace->marks[2].kind, sim::MarkKind::input_delay);
    EXPECT_EQ(host.trace->marks[2].value, 5U);
    ASSERT_EQ(guest.trace->marks.size(), 3U);
    EXPECT_EQ(guest.trace->marks[2].value, 3U);
    EXPECT_EQ(host.find<net::Connected>()->name, "Bob");
    EXPECT_EQ(guest.find<net::Connected>()->name, "Ada");
}

TEST(Match, SlackTellsHowEarlyInputsCome) {
    LinkOptions links;
    links.delay = milliseconds(20);
    TwoPlayers match(net::k_no_limit, 1, links, true, 10);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 120; },
                                      std::chrono::seconds(10)));
    for (const Side* side : {match.host, match.guest}) {
        ASSERT_EQ(side->session->peers().size(), 1U);
        const net::PeerStatus status = side->session->peers()[0];
        // Ten ticks of delay less a little more than one tick of way, and the phase between the two
        // sides.
        EXPECT_GE(status.slack_here, 6) << side->name;
        EXPECT_LE(status.slack_here, 10) << side->name;
        EXPECT_GE(status.slack_there, 6) << side->name;
        EXPECT_GE(status.ticks_compared, 110U);
    }
}

TEST(Match, OnlyARecentStretchOfHistoryIsHeldInMemory) {
    TwoPlayers match(20'000);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 19'000; },
                                      std::chrono::seconds(120)));
    EXPECT_GE(match.host->session->peers()[0].ticks_compared + 300,
              match.host->session->ticks_done());
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 20'000);
}

}  // namespace
}  // namespace tandem::test
