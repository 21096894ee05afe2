// SPDX-License-Identifier: MIT
// How a match runs and how it ends: pace, stalls, catching up, the size of packets, and every way
// to stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/two_players.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

using net::LinkOptions;
using sim::erase;
using sim::ErrorCode;

// ---- Progress ----

TEST(Play, APacedMatchKeepsItsPaceAtQuarterLoss) {
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

TEST(Play, WithoutLossADelayAboveTheWayNeverStalls) {
    LinkOptions links;
    links.delay = milliseconds(40);
    TwoPlayers match(300, 1, links, true, 4);
    ASSERT_TRUE(match.arena.run_to_end());
    EXPECT_EQ(match.host->count<net::Waiting>() + match.guest->count<net::Waiting>(), 0U);
    EXPECT_FALSE(match.host->trace->has_mark(sim::MarkKind::stall));
    expect_agreement(match, 300);
}

TEST(Play, APacedSideSetsTheSpeedOfAnUnpacedOne) {
    Arena arena;
    const net::HostOptions options = host_options(erase<Counter>(), 2, 300);
    Side& host = arena.host(erase<Counter>(), options);
    net::JoinOptions unpaced;
    unpaced.session.is_paced = false;
    Side& guest = arena.join(erase<Counter>(), unpaced);
    ASSERT_TRUE(
        arena.run_until([&] { return host.session->is_started(); }, std::chrono::seconds(5)));
    arena.run_for(std::chrono::seconds(2));
    EXPECT_NEAR(static_cast<double>(guest.session->ticks_done()), 120.0, 6.0);
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(guest.count<net::Waiting>(), 0U) << guest.log();
    EXPECT_TRUE(host.trace->truth == guest.trace->truth);
    EXPECT_EQ(host.trace->chain, reference_run(erase<Counter>(), options.setup, 300).chain);
}

// A person looks around; time begins once everybody's first input is there, and nobody is blamed.
TEST(Play, APauseOfOneSideAtTheStartIsAPauseOfAllAndNoStall) {
    LinkOptions links;
    links.delay = milliseconds(20);
    for (const std::size_t pausing : {0U, 1U, 2U}) {
        Arena arena(1, links);
        net::HostOptions host_side = host_options(erase<Counter>(), 2, 300);
        net::JoinOptions guest_side;
        host_side.session.start_pause_ms = pausing != 1 ? 3'000 : 0;
        guest_side.session.start_pause_ms = pausing != 0 ? 3'000 : 0;
        // Even a patience shorter than the pause is not for the pause.
        host_side.session.peer_timeout_ms = guest_side.session.peer_timeout_ms = 2'000;
        Side& host = arena.host(erase<Counter>(), host_side);
        Side& guest = arena.join(erase<Counter>(), guest_side);
        ASSERT_TRUE(
            arena.run_until([&] { return guest.session->is_started(); }, std::chrono::seconds(5)));
        arena.run_for(milliseconds(2'900));
        EXPECT_EQ(host.session->ticks_done() + guest.session->ticks_done(), 0U);
        arena.run_for(milliseconds(1'100));
        EXPECT_NEAR(static_cast<double>(guest.session->ticks_done()), 58.0, 6.0);
        EXPECT_NEAR(static_cast<double>(host.session->ticks_done()), 58.0, 6.0);
        ASSERT_TRUE(arena.run_to_end());
        EXPECT_EQ(host.count<net::Waiting>() + guest.count<net::Waiting>(), 0U)
            << host.log() << guest.log();
        EXPECT_TRUE(host.trace->truth == guest.trace->truth);
        EXPECT_EQ(host.trace->chain, reference_run(erase<Counter>(), host_side.setup, 300).chain);
    }
}

TEST(Play, WhoLeavesWhileAPersonLooksAroundEndsTheMatchBeforeItsFirstTick) {
    Arena arena(1, {});
    const net::HostOptions host_side = host_options(erase<Counter>(), 2, 300);
    net::JoinOptions guest_side;
    guest_side.session.start_pause_ms = 3'000;
    Side& host = arena.host(erase<Counter>(), host_side);
    Side& guest = arena.join(erase<Counter>(), guest_side);
    ASSERT_TRUE(
        arena.run_until([&] { return guest.session->is_started(); }, std::chrono::seconds(5)));
    arena.run_for(milliseconds(1'000));
    guest.session->leave();
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    EXPECT_EQ(host.trace->ticks, 0U);
    EXPECT_EQ(host.ended().reason, sim::EndReason::interrupted);
    EXPECT_EQ(host.ended().slot, guest.session->own_slot());
}

TEST(Play, AStallIsToldAndStoredWithThePlayerAndItsLength) {
    LinkOptions links;
    links.delay = milliseconds(20);
    TwoPlayers match(300, 1, links, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                      std::chrono::seconds(10)));
    match.arena.network().cut(1, 0, match.arena.now(), match.arena.now() + milliseconds(1'600));
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_agreement(match, 300);
    // Once when a person would notice, and once when it is over.
    ASSERT_EQ(match.host->count<net::Waiting>(), 2U) << match.log();
    const auto* waiting = match.host->find<net::Waiting>();
    EXPECT_EQ(waiting->slot, Slot{1});
    EXPECT_EQ(waiting->what, net::WaitingFor::line);
    EXPECT_FALSE(waiting->is_over);
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

TEST(Play, OfAPeerThatStoodStillItIsSaidAfterwards) {
    TwoPlayers match(300, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                      std::chrono::seconds(10)));
    match.guest->sleeps_until = match.arena.now() + std::chrono::seconds(2);
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    std::vector<net::Waiting> told;
    for (const net::Event& event : match.host->events) {
        if (const auto* waiting = std::get_if<net::Waiting>(&event)) {
            told.push_back(*waiting);
        }
    }
    ASSERT_EQ(told.size(), 2U) << match.log();
    EXPECT_EQ(told[0].what, net::WaitingFor::line);
    EXPECT_TRUE(told[1].is_over);
    EXPECT_EQ(told[1].what, net::WaitingFor::frozen);
    EXPECT_NEAR(static_cast<double>(told[1].ms), 2'000.0, 100.0);
    expect_agreement(match, 300);
}

TEST(Play, WhoeverStoodStillItselfBlamesNobody) {
    LinkOptions links;
    links.delay = milliseconds(40);
    for (const bool is_host : {true, false}) {
        TwoPlayers match(300, 1, links, true);
        ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                          std::chrono::seconds(10)));
        Side& frozen = is_host ? *match.host : *match.guest;
        frozen.sleeps_until = match.arena.now() + std::chrono::seconds(3);
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        EXPECT_EQ(frozen.count<net::Waiting>(), 0U) << match.log();
        expect_agreement(match, 300);
    }
}

// Both have put the wait off but for a tenth of a second, which they make up for.
TEST(Play, AfterAStallBothGoOnFromWhereTheyWereAndCatchingUpIsCapped) {
    TwoPlayers match(1'000, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                      std::chrono::seconds(10)));
    const Time healed = match.arena.now() + std::chrono::seconds(2);
    match.arena.network().cut(1, 0, match.arena.now(), healed);
    match.arena.run_for(std::chrono::seconds(2));
    for (const Side* side : {match.host, match.guest}) {
        EXPECT_LT(side->session->ticks_done(), 75U);
        EXPECT_LE(side->session->ticks_asked(), side->session->ticks_done() + 15)
            << "or it would play inputs that nobody remembers having given";
    }
    std::uint64_t before = match.host->session->ticks_done();
    const std::uint64_t from = before;
    for (int round = 0; round < 500; ++round) {
        match.arena.run_for(milliseconds(1));
        const std::uint64_t done = match.host->session->ticks_done();
        EXPECT_LE(done - before, net::SessionOptions{}.catch_up_ticks_max);
        before = done;
    }
    EXPECT_NEAR(static_cast<double>(before - from), 30.0, 9.0);
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 1'000);
}

// ---- Size ----

TEST(Play, NoDatagramIsLargerThanItsBoundAndLargeInputsStillFlow) {
    for (const std::uint32_t players : {2U, 4U}) {
        LinkOptions links;
        links.delay = milliseconds(50);
        links.loss_ppm = 10 * k_percent_ppm;
        Arena arena(4, links);
        net::HostOptions options = host_options(erase<WideInput>(), players, 120);
        options.session.delay_ticks = 8;
        Side& host = arena.host(erase<WideInput>(), options);
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            net::JoinOptions join_options;
            join_options.session.delay_ticks = 8;
            arena.join(erase<WideInput>(), join_options);
        }
        ASSERT_TRUE(arena.run_to_end()) << host.log();
        EXPECT_EQ(host.trace->chain, reference_run(erase<WideInput>(), options.setup, 120).chain);
        EXPECT_LE(arena.network().statistics().largest_packet_bytes, net::k_packet_bytes_max);
        EXPECT_GT(arena.network().statistics().largest_packet_bytes, 1'000U);
    }
}

TEST(Play, AnOrdinaryPacedMatchSendsOneSmallPacketForEachTick) {
    LinkOptions links;
    links.delay = milliseconds(30);
    TwoPlayers match(600, 1, links, true, 5);
    ASSERT_TRUE(match.arena.run_to_end());
    const auto& statistics = match.arena.network().statistics();
    EXPECT_LT(statistics.packets_sent, 2U * 600U + 60U);
    // Of inputs of two bytes that change with every tick.
    EXPECT_LT(statistics.bytes_sent / statistics.packets_sent, 30U);
}

// What a second copy is for: at a third of the packets lost the same delay leaves fewer late ticks.
TEST(Play, ASecondCopyOfEachTickCostsAsMuchAgainAndSavesLateTicks) {
    std::array<std::uint64_t, 2> packets{};
    std::array<std::uint64_t, 2> late{};
    for (const bool second_copy : {false, true}) {
        LinkOptions links;
        links.delay = milliseconds(30);
        links.loss_ppm = 33 * k_percent_ppm;
        Arena arena(5, links);
        net::SessionOptions session;
        session.delay_ticks = 5;
        session.second_copy = second_copy;
        net::HostOptions options = host_options(erase<Counter>(), 2, 1'200);
        options.session = session;
        options.session.ticks_limit = 1'200;
        const Side& host = arena.host(erase<Counter>(), options);
        const Side& guest = arena.join(erase<Counter>(), {.session = session});
        ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
        EXPECT_TRUE(host.trace->truth == guest.trace->truth);
        packets[second_copy ? 1 : 0] = arena.network().statistics().packets_sent;
        late[second_copy ? 1 : 0] = host.late_ticks + guest.late_ticks;
    }
    EXPECT_GT(packets[1], packets[0] * 19 / 10);
    EXPECT_LT(packets[1], packets[0] * 21 / 10);
    EXPECT_GT(late[0], 20U);
    EXPECT_LT(late[1] * 3, late[0]);
}

TEST(Play, ADelayFarBeyondTheWindowOfOneFlushStillArrives) {
    LinkOptions links;
    links.delay = std::chrono::seconds(1);  // 120 inputs of 1,000 bytes are under way at any time
    Arena arena(1, links);
    net::HostOptions options = host_options(erase<WideInput>(), 2, 240);
    options.session.delay_ticks = 70;
    net::JoinOptions join_options;
    join_options.session.delay_ticks = 70;
    Side& host = arena.host(erase<WideInput>(), options);
    Side& guest = arena.join(erase<WideInput>(), join_options);
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    EXPECT_EQ(host.trace->ticks, 240U);
    EXPECT_TRUE(host.trace->truth == guest.trace->truth);
}

// ---- Ends ----

TEST(Play, TheSmallestTickLimitHoldsForAll) {
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

TEST(Play, TheFirstSourceThatEndsEndsTheMatchForAll) {
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

TEST(Play, ASourceThatFailsEndsTheMatchAndIsTold) {
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

TEST(Play, AGameThatIsOverEndsBothSidesAfterTheSameTick) {
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

TEST(Play, WhoeverLeavesBothStopAfterTheSameTick) {
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

TEST(Play, APeerThatVanishesEndsTheMatchAtTheLastCompleteTick) {
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
        EXPECT_EQ(left.count<net::Waiting>(), 1U) << left.log();
        // What it had is what one process would have made of it, and includes all that the other
        // side had simulated, or is a few ticks short of it.
        EXPECT_GE(left.trace->ticks + 8, gone.trace->ticks);
        EXPECT_EQ(left.trace->chain,
                  reference_run(erase<Counter>(), match.setup, left.trace->ticks).chain);
    }
}

// Every input is there and every tick simulated, but nobody knows whether the other side came to
// the same.
TEST(Play, APeerThatVanishesBeforeEveryTickIsComparedIsLostEvenAtTheAgreedEnd) {
    for (const std::uint32_t victim : {0U, 1U}) {
        for (const bool has_stopped : {false, true}) {
            SCOPED_TRACE("victim " + std::to_string(victim) + (has_stopped ? " after a stop" : ""));
            TwoPlayers match(has_stopped ? net::k_no_limit : 70, 1, {}, true, 60);
            ASSERT_TRUE(match.arena.run_until(
                [&] { return match.host->session->ticks_done() == 30; }, std::chrono::seconds(10)));
            Side& gone = match.arena.side(victim);
            Side& left = match.arena.side(1 - victim);
            if (has_stopped) {
                gone.session->leave();
                match.arena.run_for(milliseconds(100));
            }
            gone.is_frozen = true;
            match.arena.network().cut(victim);
            ASSERT_TRUE(match.arena.run_to_end()) << match.log();
            EXPECT_GE(left.trace->ticks, 70U) << match.log();
            EXPECT_EQ(left.trace->end, sim::EndReason::peer_lost);
            ASSERT_TRUE(left.ended().error.has_value()) << match.log();
            EXPECT_EQ(left.ended().error->code, ErrorCode::network);
            EXPECT_EQ(left.ended().ticks, left.trace->ticks);
        }
    }
}

// Its inputs get lost, those of the host arrive: it simulates ticks that the host never can.
TEST(Play, WhatAGuestPlaysAloneIsNotRecorded) {
    TwoPlayers match(net::k_no_limit, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 60; },
                                      std::chrono::seconds(10)));
    LinkOptions blocked;
    blocked.is_cut = true;
    match.arena.network().set_link(1, 0, blocked);
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    EXPECT_GT(match.guest->count<net::Ticked>(), match.host->trace->ticks)
        << "it went on as long as the host gave inputs";
    EXPECT_EQ(match.guest->trace->ticks, match.host->trace->ticks) << match.log();
    EXPECT_TRUE(match.host->trace->records == match.guest->trace->records);
    EXPECT_EQ(match.guest->ended().ticks, match.guest->trace->ticks);
    EXPECT_EQ(match.guest->ended().chain, match.host->trace->chain);
    EXPECT_EQ(match.guest->trace->end, sim::EndReason::peer_lost);
    EXPECT_NE(match.guest->ended().error->message.find("goes on without player 1 from tick " +
                                                       std::to_string(match.host->trace->ticks)),
              std::string::npos)
        << match.log();
}

TEST(Play, AbandoningEndsAtOnceAndTheOtherSideHearsWhy) {
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

// Whichever of the two is a little ahead at that moment.
TEST(Play, WhenTheHostAbandonsTheGuestHasNoTickThatTheHostHasNot) {
    for (int ms = 0; ms < 40; ++ms) {
        LinkOptions links;
        links.delay = milliseconds(20);
        TwoPlayers match(600, 1, links, true, 6);
        ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() == 60; },
                                          std::chrono::seconds(10)));
        match.host->sleeps_until = match.arena.now() + milliseconds(ms);
        match.arena.run_for(milliseconds(ms));
        match.host->session->abandon("enough");
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        EXPECT_LE(match.guest->trace->ticks, match.host->trace->ticks) << match.log();
        EXPECT_TRUE(std::equal(match.guest->trace->records.begin(),
                               match.guest->trace->records.end(),
                               match.host->trace->records.begin()))
            << match.log();
    }
}

TEST(Play, AFullDiskOnOneSideEndsBothWithoutSayingWhoseDisk) {
    TwoPlayers match(net::k_no_limit);
    match.guest->trace->full_disk_at = 20;
    ASSERT_TRUE(match.arena.run_to_end(std::chrono::seconds(5)));
    ASSERT_TRUE(match.guest->ended().error.has_value());
    EXPECT_EQ(match.guest->ended().error->code, ErrorCode::io);
    EXPECT_EQ(match.guest->ended().reason, sim::EndReason::recording_failed);
    EXPECT_EQ(match.guest->ended().ticks, 20U) << "those that were recorded";
    EXPECT_EQ(match.guest->ended().chain, match.guest->trace->chain);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::peer_lost);
    EXPECT_EQ(match.host->ended().error->message.find("disk"), std::string::npos);
    EXPECT_GE(match.host->trace->ticks, 20U);
}

TEST(Play, AStepThatThrowsEndsBothSidesAndNamesTheTick) {
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

}  // namespace
}  // namespace tandem::test
