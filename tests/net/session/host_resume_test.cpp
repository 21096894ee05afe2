// SPDX-License-Identifier: MIT
// A host that is killed and resumed from its recording, and slots that are filled later.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using std::chrono::seconds;

constexpr std::uint64_t k_resumed_ticks = 400;

// What a host's file held that lost its last ticks with the process.
net::HostPast past_of(const Trace& trace, const Setup& setup, std::uint64_t lost) {
    sim::Timeline timeline(erase<Relay>());
    EXPECT_TRUE(timeline.start(setup).has_value());
    net::HostPast past;
    past.chains.push_back(timeline.chain());
    for (std::uint64_t tick = 0; tick + lost < trace.records.size(); ++tick) {
        EXPECT_TRUE(timeline.advance(trace.records[tick]).has_value());
        past.chains.push_back(timeline.chain());
        past.record = trace.records[tick];
    }
    past.ticks_done = timeline.ticks_done();
    past.state = timeline.simulation().save();
    past.hashes = timeline.hashes();
    return past;
}

struct KilledHost {
    explicit KilledHost(std::uint64_t seed, std::uint32_t players, std::uint64_t lost,
                        milliseconds pause) {
        Random random(seed);
        arena = std::make_unique<Arena>(seed, rough_line(random, 60, 30));
        options = host_options(erase<Relay>(), players, k_resumed_ticks);
        killed = &arena->host(erase<Relay>(), options);
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            guests.push_back(&arena->join(erase<Relay>()));
        }
        const std::uint64_t until = 40 + random.below(60U);
        EXPECT_TRUE(
            arena->run_until([&] { return killed->session->ticks_done() >= until; }, seconds(60)));
        ticket = killed->session->match_ticket();
        killed->is_frozen = true;
        arena->run_for(pause);
        options.ticket = ticket;
        options.past = past_of(*killed->trace, options.setup, lost);
        was_recorded = options.past->ticks_done;
        certain = 0;
        for (const Side* guest : guests) {
            certain = std::max(certain, guest->trace->ticks);
        }
    }
    // The connections of the killed host never close.
    bool run_to_the_end(const Side& host) {
        return arena->run_until(
            [&] {
                return host.session->is_ended() &&
                       std::all_of(guests.begin(), guests.end(),
                                   [](const Side* guest) { return guest->session->is_ended(); });
            },
            seconds(180));
    }
    std::string log() const {
        std::string text;
        for (std::size_t index = 0; index < arena->sides(); ++index) {
            text += arena->side(index).log();
        }
        return text;
    }

    std::unique_ptr<Arena> arena;
    net::HostOptions options;
    Side* killed = nullptr;
    std::vector<Side*> guests;
    std::optional<net::MatchTicket> ticket;
    std::uint64_t was_recorded = 0;
    std::uint64_t certain = 0;
};

TEST(HostResume, AKilledHostGoesOnWhereItsGuestsHoldMost) {
    for (const std::uint32_t players : {2U, 3U}) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(players) +
                         " players: tandem_net_tests --gtest_filter=HostResume.AKilledHost*");
            KilledHost match(seed, players, seed * 2, milliseconds(seed * 900));
            Side& host = match.arena->host_again(erase<Relay>(), match.options);
            ASSERT_TRUE(match.run_to_the_end(host)) << match.log();
            EXPECT_FALSE(host.ended().error.has_value()) << match.log();
            EXPECT_EQ(host.trace->ticks, k_resumed_ticks) << match.log();
            EXPECT_GE(host.find<net::Started>() != nullptr, true);
            EXPECT_EQ(host.count<net::Connected>(), players - 1) << match.log();
            EXPECT_TRUE(host.trace->has_mark(sim::MarkKind::match)) << "its file can be resumed";
            for (const Side* guest : match.guests) {
                EXPECT_FALSE(guest->ended().error.has_value()) << match.log();
                EXPECT_EQ(guest->trace->chain, host.trace->chain) << match.log();
                EXPECT_EQ(guest->count<net::Alarm>(), 0U) << match.log();
            }
            // Nothing that was certain at a guest is missing.
            const std::uint64_t first = host.trace->ticks - host.trace->records.size();
            EXPECT_EQ(first, match.was_recorded);
            for (const Side* guest : match.guests) {
                for (std::uint64_t tick = first;
                     tick < match.certain && guest->trace->given.empty(); ++tick) {
                    EXPECT_EQ(guest->trace->records[tick], host.trace->records[tick - first])
                        << "tick " << tick;
                }
            }
        }
    }
}

// The guest's file held less than the host's, as much, or more.
TEST(HostResume, WhoWasKilledWithTheHostIsGivenTheStateWhereItGoesOn) {
    for (const std::uint64_t guest_lost : {12U, 6U, 0U}) {
        SCOPED_TRACE("the guest lost " + std::to_string(guest_lost) + " ticks");
        KilledHost match(2, 2, 6, seconds(3));
        Side& guest = *match.guests[0];
        const auto held = past_of(*guest.trace, match.options.setup, guest_lost);
        net::JoinOptions join;
        join.ticket = guest.session->slot_ticket();
        join.past = net::JoinOptions::Past{held.ticks_done, held.hashes.chain, held.state};
        guest.is_frozen = true;
        Side& host = match.arena->host_again(erase<Relay>(), match.options);
        Side& back = match.arena->join(erase<Relay>(), join);
        match.guests = {&back};
        ASSERT_TRUE(match.run_to_the_end(host)) << match.log();
        EXPECT_FALSE(host.ended().error.has_value()) << match.log();
        EXPECT_FALSE(back.ended().error.has_value()) << match.log();
        EXPECT_EQ(host.trace->ticks, k_resumed_ticks) << match.log();
        EXPECT_EQ(back.trace->chain, host.trace->chain) << match.log();
    }
}

TEST(HostResume, NobodyFollowsTheOldHostOnceTheNewOneHasBegun) {
    KilledHost match(3, 2, 4, milliseconds(500));
    Side& host = match.arena->host_again(erase<Relay>(), match.options);
    ASSERT_TRUE(
        match.arena->run_until([&] { return host.count<net::Returned>() == 1; }, seconds(60)))
        << match.log();
    EXPECT_EQ(match.guests[0]->session->slot_ticket()->generation, 1U);
}

TEST(HostResume, WhoComesIntoAnOpenSlotTakesPartFromThenOn) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Arena arena(seed, rough_line(random, 60, 30));
        net::HostOptions options = host_options(erase<Relay>(), 3, k_resumed_ticks);
        options.open_slots = 1;
        Side& host = arena.host(erase<Relay>(), options);
        Side& first = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 60; }, seconds(60)));
        Side& late = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_to_end(seconds(180))) << host.log() << late.log();
        for (const Side* side : {&host, &first, &late}) {
            EXPECT_FALSE(side->ended().error.has_value()) << side->log();
            EXPECT_EQ(side->trace->chain, host.trace->chain) << side->log();
        }
        EXPECT_EQ(host.trace->records.front().front(), std::byte{3});
        EXPECT_EQ(host.trace->records.back().front(), std::byte{7});
        EXPECT_EQ(late.session->own_slot(), Slot{2});
        EXPECT_TRUE(late.session->slot_ticket().has_value());
    }
}

// A match that was stopped, of which nobody has a secret.
net::HostOptions stopped_match(std::uint32_t players) {
    Arena arena;
    net::HostOptions options = host_options(erase<Relay>(), players, 60);
    const Side& host = arena.host(erase<Relay>(), options);
    for (std::uint32_t guest = 1; guest < players; ++guest) {
        arena.join(erase<Relay>());
    }
    EXPECT_TRUE(arena.run_to_end());
    options.past = past_of(*host.trace, options.setup, 5);
    options.past->takes_tails = false;
    options.session.ticks_limit = k_resumed_ticks;
    return options;
}

TEST(HostResume, NewcomersGoOnWithAMatchThatStandsUntilTheFirstIsThere) {
    for (const std::uint32_t players : {2U, 3U}) {
        SCOPED_TRACE(std::to_string(players) + " players");
        Random random(players);
        Arena arena(players, rough_line(random, 60, 30));
        Side& host = arena.host(erase<Relay>(), stopped_match(players));
        // Longer than somebody who was there before would be waited for.
        arena.run_for(seconds(200));
        ASSERT_TRUE(host.session->is_started()) << host.log();
        EXPECT_EQ(host.session->ticks_done(), 55U);
        std::vector<Side*> guests;
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            guests.push_back(&arena.join(erase<Relay>()));
        }
        ASSERT_TRUE(arena.run_to_end(seconds(180))) << host.log() << guests.front()->log();
        EXPECT_FALSE(host.ended().error.has_value()) << host.log();
        EXPECT_EQ(host.trace->ticks, k_resumed_ticks) << host.log();
        EXPECT_EQ(host.trace->records.back().front(), std::byte((1U << players) - 1));
        for (const Side* guest : guests) {
            EXPECT_FALSE(guest->ended().error.has_value()) << guest->log();
            EXPECT_EQ(guest->trace->chain, host.trace->chain) << guest->log();
            EXPECT_TRUE(guest->session->slot_ticket().has_value());
        }
    }
}

TEST(HostResume, WhoComesBackJustBeforeTheWaitIsOverIsStillWaitedFor) {
    for (std::uint64_t early_ms = 10; early_ms <= 400; early_ms += 30) {
        SCOPED_TRACE(std::to_string(early_ms) + " ms before the end of the wait");
        Arena arena(1, {.delay = milliseconds(30)});
        net::HostOptions options = host_options(erase<Relay>(), 2, k_resumed_ticks);
        options.session.wait_return_ms = 10'000;
        Side& host = arena.host(erase<Relay>(), options);
        Side& guest = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 60; }, seconds(9)));
        const auto ticket = guest.session->slot_ticket();
        guest.is_frozen = true;
        ASSERT_TRUE(arena.run_until([&] { return host.count<net::Absented>() == 1; }, seconds(60)));
        arena.run_for(milliseconds(10'000 - early_ms));
        net::JoinOptions join;
        join.ticket = ticket;
        Side& back = arena.join(erase<Relay>(), join);
        ASSERT_TRUE(arena.run_until(
            [&] { return host.session->is_ended() && back.session->is_ended(); }, seconds(60)));
        // Too late is who had not shown its ticket yet; nobody is lost on its way.
        if (host.count<net::Coming>() > 0) {
            EXPECT_FALSE(host.ended().error.has_value()) << host.log();
            EXPECT_EQ(back.trace->chain, host.trace->chain) << back.log();
        }
    }
}

TEST(HostResume, NobodyMakesUpForTheTimeInWhichTheMatchStood) {
    Arena arena(1, {.delay = milliseconds(30)});
    Side& host = arena.host(erase<Relay>(), host_options(erase<Relay>(), 2, k_resumed_ticks));
    Side& guest = arena.join(erase<Relay>());
    ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 60; }, seconds(9)));
    net::JoinOptions join;
    join.ticket = guest.session->slot_ticket();
    guest.is_frozen = true;
    arena.run_for(seconds(60));
    arena.join(erase<Relay>(), join);
    ASSERT_TRUE(arena.run_until([&] { return host.count<net::Returned>() == 1; }, seconds(9)));
    const std::uint64_t before = host.session->ticks_done();
    arena.run_for(seconds(5));
    const std::uint64_t due = 5 * Relay::tick_rate.ticks;
    EXPECT_GE(host.session->ticks_done(), before + due - 10);
    // Inputs are asked for up to a second ahead while somebody is waited for.
    EXPECT_LE(host.session->ticks_done(), before + due + 20);
}

TEST(HostResume, WithoutNewcomersItEndsAfterTheTimeForGuests) {
    Arena arena;
    net::HostOptions options = stopped_match(2);
    options.guests_timeout_ms = 3'000;
    Side& host = arena.host(erase<Relay>(), options);
    ASSERT_TRUE(arena.run_until([&] { return host.session->is_ended(); }, seconds(4)));
    ASSERT_TRUE(host.ended().error.has_value());
    EXPECT_EQ(host.ended().error->message, "nobody came within 3000 ms");
    EXPECT_EQ(host.ended().ticks, 55U);
}

}  // namespace
}  // namespace tandem::test
