// SPDX-License-Identifier: MIT
// Three and four players over the host's relay: the same match everywhere, and players who leave.
#include <tandem/net/session/host.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <regex>
#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;

TEST(RelayedMatch, ThreeAndFourPlayersPlayWhatOneProcessPlays) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.ThreeAndFour*");
        Random random(seed);
        net::LinkOptions links = rough_line(random, 80, 50);
        links.duplicate_ppm = random.below(100'000U);
        const std::uint32_t players = random.between(3U, 4U);
        Arena arena(seed, links);
        const net::HostOptions options = host_options(erase<Counter>(), players, 150);
        Side& host = arena.host(erase<Counter>(), options);
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            net::JoinOptions joining;
            joining.session.is_paced = random.chance(1, 2);
            arena.join(erase<Counter>(), joining);
        }
        ASSERT_TRUE(arena.run_to_end()) << host.log();
        const Reference reference = reference_run(erase<Counter>(), options.setup, 150);
        for (std::size_t index = 0; index < arena.sides(); ++index) {
            const Side& side = arena.side(index);
            EXPECT_EQ(side.trace->chain, reference.chain) << side.log();
            EXPECT_TRUE(side.trace->truth == host.trace->truth) << side.log();
            EXPECT_FALSE(side.ended().error.has_value()) << side.log();
        }
    }
}

// The tick from which a slot is absent in a record sequence, checked to be absent ever after.
std::uint64_t absent_since(const Trace& trace, std::uint32_t slot) {
    std::uint64_t since = trace.records.size();
    for (std::uint64_t tick = 0; tick < trace.records.size(); ++tick) {
        const bool is_present =
            (static_cast<std::uint8_t>(trace.records[tick][0]) >> slot & 1U) != 0;
        if (!is_present && since == trace.records.size()) {
            since = tick;
        }
        EXPECT_EQ(is_present, tick < since) << "tick " << tick;
    }
    return since;
}

// Nobody comes back to it.
struct ThreePlayers {
    explicit ThreePlayers(std::uint64_t seed) {
        Random random(seed);
        arena = std::make_unique<Arena>(seed, rough_line(random, 60, 30));
        net::HostOptions options = host_options(erase<Relay>(), 3, 120);
        options.session.wait_return_ms = 0;
        net::JoinOptions joining;
        joining.session.wait_return_ms = 0;
        host = &arena->host(erase<Relay>(), options);
        leaver = &arena->join(erase<Relay>(), joining);
        other = &arena->join(erase<Relay>(), joining);
        EXPECT_TRUE(arena->run_until([&] { return host->session->ticks_done() >= 40; },
                                     std::chrono::seconds(30)));
    }
    std::string log() const { return host->log() + leaver->log() + other->log(); }

    std::unique_ptr<Arena> arena;
    Side* host = nullptr;
    Side* leaver = nullptr;
    Side* other = nullptr;
};

TEST(RelayedMatch, AGuestThatLeavesIsAbsentFromAnAgreedTickAndTheOthersPlayOn) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.AGuestThatLeaves*");
        ThreePlayers match(seed);
        const std::uint32_t slot = match.leaver->session->own_slot().index;
        match.leaver->session->leave();
        ASSERT_TRUE(match.arena->run_to_end()) << match.log();
        EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
        EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
        const std::uint64_t since = absent_since(*match.host->trace, slot);
        EXPECT_GE(since, 40U);
        EXPECT_LT(since, 60U);
        EXPECT_EQ(match.leaver->trace->ticks, since) << "the leaver stops where it is absent";
        EXPECT_EQ(match.leaver->trace->end, sim::EndReason::interrupted);
        EXPECT_FALSE(match.leaver->ended().error.has_value()) << match.log();
        for (const Side* side : {match.host, match.other}) {
            EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit);
            ASSERT_EQ(side->count<net::Left>(), 1U) << match.log();
            EXPECT_EQ(side->find<net::Left>()->slot, Slot{slot});
            EXPECT_EQ(side->find<net::Left>()->from_tick, since);
            EXPECT_TRUE(side->trace->has_mark(sim::MarkKind::left));
        }
    }
}

TEST(RelayedMatch, AGuestThatVanishesIsAbsentFromTheSameTickEverywhere) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.AGuestThatVanishes*");
        ThreePlayers match(seed);
        const std::uint32_t slot = match.leaver->session->own_slot().index;
        match.leaver->is_frozen = true;
        match.arena->network().cut(1);
        ASSERT_TRUE(match.arena->run_to_end()) << match.log();
        EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
        EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
        EXPECT_GE(absent_since(*match.host->trace, slot), match.leaver->trace->ticks);
        EXPECT_EQ(match.host->trace->end, sim::EndReason::tick_limit);
        EXPECT_FALSE(match.host->ended().error.has_value());
    }
}

bool is_prefix(const Trace& shorter, const Trace& longer) {
    return shorter.records.size() <= longer.records.size() &&
           std::equal(shorter.records.begin(), shorter.records.end(), longer.records.begin());
}

// The ticks in which a slot is absent in a record sequence.
std::vector<std::uint64_t> absences(const Trace& trace, std::uint32_t slot) {
    std::vector<std::uint64_t> ticks;
    for (std::uint64_t tick = 0; tick < trace.records.size(); ++tick) {
        if ((static_cast<std::uint8_t>(trace.records[tick][0]) >> slot & 1U) == 0) {
            ticks.push_back(tick);
        }
    }
    return ticks;
}

// A match of three that is long enough for somebody to go and return.
struct LongMatch {
    static constexpr std::uint64_t k_ticks = 300;  // at ten a second

    explicit LongMatch(std::uint64_t seed, std::uint32_t wait_return_ms = 120'000) {
        Random random(seed);
        arena = std::make_unique<Arena>(seed, rough_line(random, 60, 30));
        net::HostOptions options = host_options(erase<Relay>(), 3, k_ticks);
        options.session.wait_return_ms = wait_return_ms;
        net::JoinOptions joining;
        joining.session.wait_return_ms = wait_return_ms;
        host = &arena->host(erase<Relay>(), options);
        goes = &arena->join(erase<Relay>(), joining);
        other = &arena->join(erase<Relay>(), joining);
        EXPECT_TRUE(arena->run_until([&] { return host->session->ticks_done() >= 40; },
                                     std::chrono::seconds(30)));
        slot = goes->session->own_slot().index;
    }
    std::string log() const { return host->log() + goes->log() + other->log(); }
    void expect_returned() {
        ASSERT_TRUE(arena->run_to_end()) << log();
        for (const Side* side : {host, goes, other}) {
            EXPECT_EQ(side->trace->ticks, k_ticks) << log();
            EXPECT_TRUE(side->trace->records == host->trace->records) << log();
            EXPECT_EQ(side->trace->chain, host->trace->chain) << log();
            EXPECT_FALSE(side->ended().error.has_value()) << log();
            EXPECT_EQ(side->count<net::Absented>(), 1U) << log();
            ASSERT_EQ(side->count<net::Returned>(), 1U) << log();
            EXPECT_EQ(side->count<net::Alarm>(), 0U) << log();
            EXPECT_TRUE(side->trace->has_mark(sim::MarkKind::left));
            EXPECT_TRUE(side->trace->has_mark(sim::MarkKind::returned));
        }
        const auto absent = absences(*host->trace, slot);
        ASSERT_FALSE(absent.empty());
        EXPECT_EQ(absent.front(), host->find<net::Absented>()->from_tick);
        EXPECT_EQ(absent.back() + 1, host->find<net::Returned>()->from_tick);
        EXPECT_EQ(absent.size(), absent.back() + 1 - absent.front()) << "in one piece";
    }

    std::unique_ptr<Arena> arena;
    Side* host = nullptr;
    Side* goes = nullptr;
    Side* other = nullptr;
    std::uint32_t slot = 0;
};

// A process that is stopped and goes on: what the others sent meanwhile waits in its socket.
TEST(RelayedMatch, AGuestThatStandsStillIsAbsentAndReturns) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.*StandsStill*");
        LongMatch match(seed);
        match.goes->sleeps_until = match.arena->now() + std::chrono::seconds(8);
        match.expect_returned();
    }
}

TEST(RelayedMatch, AGuestWhoseLineIsCutEitherWayIsAbsentAndReturns) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.*LineIsCut*");
        LongMatch match(seed);
        const Time from = match.arena->now();
        const Time to = from + std::chrono::seconds(9);
        if (seed % 3 != 0) {
            match.arena->network().cut(1, 0, from, to);
        }
        if (seed % 3 != 1) {
            match.arena->network().cut(0, 1, from, to);
        }
        match.expect_returned();
    }
}

// One household's line is cut: two go at once, and one is back earlier.
TEST(RelayedMatch, TwoGuestsThatAreAbsentAtOnceReturnEachForItself) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.TwoGuests*");
        Random random(seed);
        Arena arena(seed, rough_line(random, 60, 30));
        Side& host = arena.host(erase<Relay>(), host_options(erase<Relay>(), 4, 300));
        for (int guest = 0; guest < 3; ++guest) {
            arena.join(erase<Relay>());
        }
        ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 40; },
                                    std::chrono::seconds(30)));
        const Time from = arena.now();
        for (const std::uint32_t guest : {1U, 2U}) {
            const Time to = from + milliseconds(random.between(5'200, 9'000));
            arena.network().cut(guest, 0, from + milliseconds(random.below(400)), to);
            if (random.chance(1, 2)) {
                arena.network().cut(0, guest, from, to);
            }
        }
        ASSERT_TRUE(arena.run_to_end()) << host.log();
        for (std::size_t index = 0; index < arena.sides(); ++index) {
            const Side& side = arena.side(index);
            EXPECT_EQ(side.trace->ticks, 300U) << host.log() << side.log();
            EXPECT_EQ(side.trace->chain, host.trace->chain) << side.log();
            EXPECT_EQ(side.count<net::Alarm>(), 0U) << side.log();
        }
        EXPECT_GE(host.count<net::Returned>(), 1U) << host.log();
    }
}

TEST(RelayedMatch, WhoIsAbsentAgainSoonAfterItsReturnReturnsAgain) {
    LongMatch match(2);
    match.goes->sleeps_until = match.arena->now() + std::chrono::seconds(7);
    ASSERT_TRUE(match.arena->run_until([&] { return match.host->count<net::Returned>() == 1; },
                                       std::chrono::seconds(20)))
        << match.log();
    match.arena->run_for(std::chrono::seconds(1));
    match.goes->sleeps_until = match.arena->now() + std::chrono::seconds(7);
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    EXPECT_EQ(match.host->count<net::Absented>(), 2U) << match.log();
    EXPECT_EQ(match.host->count<net::Returned>(), 2U) << match.log();
    EXPECT_EQ(match.goes->trace->end, sim::EndReason::tick_limit) << match.log();
    EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
}

// Inputs of a player with a long delay are here, and known to be here, before our own of that tick.
TEST(RelayedMatch, WhoGoesBackStillHasTheInputsOfOthersThatCameLongBefore) {
    net::LinkOptions links;
    links.delay = milliseconds(40);
    Arena arena(1, links);
    Side& host = arena.host(erase<Relay>(), host_options(erase<Relay>(), 3, 300));
    net::JoinOptions early;
    early.session.delay_ticks = 40;
    Side& other = arena.join(erase<Relay>(), early);
    net::JoinOptions late;
    late.session.delay_ticks = 2;
    Side& goes = arena.join(erase<Relay>(), late);
    ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 80; },
                                std::chrono::seconds(30)));
    arena.network().cut(2, 0, arena.now(), arena.now() + std::chrono::seconds(9));
    ASSERT_TRUE(arena.run_to_end()) << host.log();
    EXPECT_EQ(host.count<net::Returned>(), 1U) << host.log();
    for (const Side* side : {&host, &other, &goes}) {
        EXPECT_EQ(side->trace->ticks, 300U) << side->log();
        EXPECT_EQ(side->trace->chain, host.trace->chain) << side->log();
    }
}

// It was to return at a tick that the match no longer has.
TEST(RelayedMatch, WhoIsGoneAgainBeforeItsReturnAfterTheEndHoldsNobodyUp) {
    Arena arena(1);
    Side& host = arena.host(erase<Relay>(), host_options(erase<Relay>(), 3, 90));
    Side& goes = arena.join(erase<Relay>());
    Side& other = arena.join(erase<Relay>());
    ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 40; },
                                std::chrono::seconds(30)));
    goes.sleeps_until = arena.now() + std::chrono::seconds(9);
    ASSERT_TRUE(
        arena.run_until([&] { return host.count<net::Returned>() == 1; }, std::chrono::seconds(30)))
        << host.log();
    ASSERT_GT(host.find<net::Returned>()->from_tick, 90U) << host.log();
    goes.is_frozen = true;
    arena.network().cut(1);
    ASSERT_TRUE(
        arena.run_until([&] { return host.session->is_ended() && other.session->is_ended(); },
                        std::chrono::seconds(60)))
        << host.log() << other.log();
    EXPECT_EQ(host.trace->ticks, 90U) << host.log();
    EXPECT_TRUE(host.trace->truth == other.trace->truth) << host.log() << other.log();
}

TEST(RelayedMatch, AHostThatStandsStillForLessThanTheGuestsWaitGoesOn) {
    LongMatch match(4);
    match.host->sleeps_until = match.arena->now() + std::chrono::seconds(8);
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    for (const Side* side : {match.host, match.goes, match.other}) {
        EXPECT_EQ(side->trace->ticks, LongMatch::k_ticks) << match.log();
        EXPECT_TRUE(side->trace->truth == match.host->trace->truth) << match.log();
    }
}

TEST(RelayedMatch, AGuestThatDoesNotFindItsHostInTimeHasABeginningOfTheMatch) {
    for (const std::uint32_t wait_return_ms : {0U, 8'000U}) {
        for (const bool is_cut_one_way : {false, true}) {
            LongMatch match(3, wait_return_ms);
            net::LinkOptions dead;
            dead.is_cut = true;
            match.arena->network().set_link(1, 0, dead);
            if (!is_cut_one_way) {
                match.arena->network().set_link(0, 1, dead);
            }
            ASSERT_TRUE(match.arena->run_until(
                [&] {
                    return match.host->session->is_ended() && match.goes->session->is_ended() &&
                           match.other->session->is_ended();
                },
                std::chrono::seconds(120)))
                << match.log();
            for (const Side* side : {match.host, match.other}) {
                EXPECT_EQ(side->trace->ticks, LongMatch::k_ticks) << match.log();
                EXPECT_EQ(side->count<net::Left>() + side->count<net::Absented>(), 1U)
                    << match.log();
            }
            EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
            EXPECT_TRUE(is_prefix(*match.goes->trace, *match.host->trace)) << match.log();
            EXPECT_EQ(match.goes->trace->end, sim::EndReason::peer_lost);
            EXPECT_EQ(match.goes->ended().error->code, sim::ErrorCode::network);
        }
    }
}

TEST(RelayedMatch, AHostThatStandsStillHasTheSameBeginningAsTheGuestsItLost) {
    ThreePlayers match(2);
    match.host->is_frozen = true;
    match.arena->run_for(std::chrono::seconds(20));
    match.host->is_frozen = false;
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    EXPECT_EQ(match.host->trace->end, sim::EndReason::peer_lost);
    EXPECT_NE(match.host->ended().error->message.find("nothing was heard of player 0 for 15000 ms"),
              std::string::npos)
        << "the guests have told it why they went\n"
        << match.log();
    for (const Side* side : {match.leaver, match.other}) {
        EXPECT_TRUE(is_prefix(*side->trace, *match.host->trace)) << match.log();
    }
}

// The guest's own hitch has put off what it would have told itself.
TEST(TwoPlayersMatch, AHostThatStoodStillForTooLongIsTheOneThatBothSidesName) {
    Arena arena(1);
    net::HostOptions options = host_options(erase<Relay>(), 2);
    options.session.player_name = "Anna";
    options.session.wait_return_ms = 0;
    Side& host = arena.host(erase<Relay>(), options);
    net::JoinOptions joining;
    joining.session.player_name = "Bob";
    joining.session.wait_return_ms = 0;
    Side& guest = arena.join(erase<Relay>(), joining);
    ASSERT_TRUE(arena.run_until([&] { return guest.session->ticks_done() >= 40; },
                                std::chrono::seconds(30)));
    host.sleeps_until = arena.now() + milliseconds(5'500);
    guest.sleeps_until = arena.now() + std::chrono::seconds(3);
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    const std::regex sentence(
        "player 0 \\(Anna\\) stood still for 55\\d\\d ms, and player 1 \\(Bob\\) waits no longer "
        "than 5000 ms");
    EXPECT_TRUE(std::regex_match(host.ended().error->message, sentence)) << host.log();
    const std::string& told = guest.ended().error->message;
    EXPECT_TRUE(std::regex_search(told, sentence)) << guest.log();
    EXPECT_EQ(told.find("player 0 (Anna) goes on without player 1 (Bob) from tick "), 0U) << told;
}

// It has told that it leaves; its last inputs may have come or not.
TEST(RelayedMatch, AGuestThatVanishesAsSoonAsItLeavesHoldsNobodyUp) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.*AsSoonAsItLeaves*");
        ThreePlayers match(seed);
        match.leaver->session->leave();
        match.arena->run_for(std::chrono::milliseconds(10 * seed));
        match.leaver->is_frozen = true;
        match.arena->network().cut(1);
        ASSERT_TRUE(match.arena->run_to_end()) << match.log();
        EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
        EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
    }
}

// Its stop has come, and its last inputs never do: it is not waited for to come back.
TEST(RelayedMatch, AGuestThatLeavesWithoutItsLastInputsIsLostAndNotAwaited) {
    ThreePlayers match(1);
    match.arena->network().set_link(1, 0, {.loss_ppm = 1'000'000});
    match.arena->run_for(std::chrono::milliseconds(50));
    match.leaver->session->leave();
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    EXPECT_EQ(match.host->count<net::Absented>(), 0U) << match.log();
    ASSERT_EQ(match.host->count<net::Left>(), 1U) << match.log();
    EXPECT_EQ(match.host->find<net::Left>()->reason, net::LeftReason::timeout);
    EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
    EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
}

TEST(RelayedMatch, WhoIsGivenUpReadsThatItIsItself) {
    ThreePlayers match(1);
    match.leaver->is_frozen = true;
    match.arena->run_for(std::chrono::seconds(17));
    match.leaver->is_frozen = false;
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    ASSERT_TRUE(match.leaver->ended().error.has_value());
    const std::string text = match.leaver->ended().error->message;
    EXPECT_NE(text.find("player 0 goes on without player 1"), std::string::npos) << text;
    EXPECT_EQ(text.find("player 0 stopped"), std::string::npos) << text;
}

// It has told that it leaves, but not yet that it agrees up to there.
TEST(RelayedMatch, AGuestThatVanishesWhileItLeavesHoldsNobodyUp) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.*WhileItLeaves*");
        ThreePlayers match(seed);
        const std::uint32_t slot = match.leaver->session->own_slot().index;
        match.leaver->session->leave();
        ASSERT_TRUE(match.arena->run_until([&] { return match.host->count<net::Left>() > 0; },
                                           std::chrono::seconds(10)))
            << match.log();
        match.leaver->is_frozen = true;
        match.arena->network().cut(1);
        ASSERT_TRUE(match.arena->run_to_end()) << match.log();
        EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
        EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
        EXPECT_LT(absent_since(*match.host->trace, slot), 60U);
        EXPECT_EQ(match.host->trace->end, sim::EndReason::tick_limit);
        EXPECT_FALSE(match.host->ended().error.has_value());
    }
}

TEST(RelayedMatch, TheLastOneLeftEndsTheMatch) {
    ThreePlayers match(3);
    match.leaver->session->leave();
    ASSERT_TRUE(match.arena->run_until([&] { return match.leaver->session->is_ended(); },
                                       std::chrono::seconds(10)));
    match.other->session->leave();
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    EXPECT_LT(match.host->trace->ticks, 120U);
    EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::interrupted);
}

TEST(RelayedMatch, TheHostsLeavingEndsItForAllAfterOneTick) {
    ThreePlayers match(4);
    match.host->session->leave();
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    for (const Side* side : {match.leaver, match.other}) {
        EXPECT_TRUE(side->trace->truth == match.host->trace->truth) << match.log();
        EXPECT_EQ(side->trace->end, sim::EndReason::interrupted);
        EXPECT_EQ(side->count<net::Left>(), 1U);
    }
}

// It has told where the match ends, and was killed before its last word.
TEST(RelayedMatch, WhoWaitsForTheLastWordOfOneThatVanishedSaysSo) {
    ThreePlayers match(4);
    match.host->session->leave();
    ASSERT_TRUE(match.arena->run_until(
        [&] { return match.leaver->count<net::Left>() > 0 && match.other->count<net::Left>() > 0; },
        std::chrono::seconds(10)))
        << match.log();
    match.host->is_frozen = true;
    match.arena->network().cut(0);
    match.arena->run_for(std::chrono::seconds(1));
    for (const Side* side : {match.leaver, match.other}) {
        const auto* waiting = side->find<net::Waiting>();
        ASSERT_NE(waiting, nullptr) << match.log();
        EXPECT_EQ(waiting->slot, Slot{0});
        EXPECT_EQ(waiting->what, net::WaitingFor::line);
        EXPECT_FALSE(side->session->is_ended());
    }
}

TEST(RelayedMatch, AVanishedHostEndsItForAllWithWholePrefixes) {
    ThreePlayers match(5);
    match.host->is_frozen = true;
    match.arena->network().cut(0);
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    for (const Side* side : {match.leaver, match.other}) {
        EXPECT_EQ(side->trace->end, sim::EndReason::peer_lost);
        EXPECT_GE(side->trace->ticks + 8, match.host->trace->ticks);
    }
    const auto& shorter = match.leaver->trace->records.size() < match.other->trace->records.size()
                              ? match.leaver->trace->records
                              : match.other->trace->records;
    for (std::size_t tick = 0; tick < shorter.size(); ++tick) {
        EXPECT_EQ(match.leaver->trace->records[tick], match.other->trace->records[tick]);
    }
}

TEST(RelayedMatch, OneSourceThatEndsEndsItForAll) {
    Arena arena;
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 3));
    arena.join(erase<Counter>(), {}, scripted(Slot{1}, 45));
    arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end());
    for (std::size_t index = 0; index < arena.sides(); ++index) {
        EXPECT_EQ(arena.side(index).trace->ticks, 45U);
        EXPECT_TRUE(arena.side(index).trace->truth == host.trace->truth);
        EXPECT_EQ(arena.side(index).trace->end, sim::EndReason::source_ended);
        EXPECT_EQ(arena.side(index).ended().slot, Slot{1});
    }
}

}  // namespace
}  // namespace tandem::test
