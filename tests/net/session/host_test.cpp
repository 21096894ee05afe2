// SPDX-License-Identifier: MIT
// Three and four players over the host's relay: the same match everywhere, and players who leave.
#include <tandem/net/session/host.hpp>

#include <gtest/gtest.h>

#include <algorithm>

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
            arena.join(erase<Counter>()).is_paced = random.chance(1, 2);
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

struct ThreePlayers {
    explicit ThreePlayers(std::uint64_t seed) {
        Random random(seed);
        arena = std::make_unique<Arena>(seed, rough_line(random, 60, 30));
        host = &arena->host(erase<Relay>(), host_options(erase<Relay>(), 3, 120));
        leaver = &arena->join(erase<Relay>());
        other = &arena->join(erase<Relay>());
        for (Side* side : {host, leaver, other}) {
            side->is_paced = true;
        }
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

// A process that is stopped and goes on: what the others sent meanwhile waits in its socket.
TEST(RelayedMatch, AGuestThatStandsStillRecordsNothingThatTheOthersPlayedWithoutIt) {
    for (const bool is_told : {true, false}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) + (is_told ? ", told" : ", not told") +
                         ": tandem_net_tests --gtest_filter=RelayedMatch.*StandsStill*");
            ThreePlayers match(seed);
            const std::uint32_t slot = match.leaver->session->own_slot().index;
            match.leaver->is_frozen = true;
            match.arena->run_for(std::chrono::seconds(4));
            if (!is_told) {
                net::LinkOptions dead;
                dead.is_cut = true;
                match.arena->network().set_link(0, 1, dead);
            }
            match.arena->run_for(std::chrono::seconds(4));
            match.leaver->is_frozen = false;
            ASSERT_TRUE(match.arena->run_to_end()) << match.log();
            EXPECT_EQ(match.host->trace->ticks, 120U) << match.log();
            EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
            EXPECT_LE(match.leaver->trace->ticks, absent_since(*match.host->trace, slot));
            EXPECT_TRUE(is_prefix(*match.leaver->trace, *match.host->trace)) << match.log();
            EXPECT_EQ(match.leaver->trace->end, sim::EndReason::peer_lost);
            ASSERT_TRUE(match.leaver->ended().error.has_value());
            EXPECT_EQ(match.leaver->ended().error->code, sim::ErrorCode::network);
            EXPECT_NE(match.leaver->ended().error->message.find(is_told ? "goes on without us"
                                                                        : "stood still for"),
                      std::string::npos)
                << match.log();
        }
    }
}

TEST(RelayedMatch, AGuestWhoseInputsGetLostRecordsNothingThatTheOthersPlayedWithoutIt) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=RelayedMatch.*InputsGetLost*");
        ThreePlayers match(seed);
        const std::uint32_t slot = match.leaver->session->own_slot().index;
        net::LinkOptions dead;
        dead.is_cut = true;
        match.arena->network().set_link(1, 0, dead);
        ASSERT_TRUE(match.arena->run_to_end()) << match.log();
        EXPECT_TRUE(match.host->trace->truth == match.other->trace->truth) << match.log();
        EXPECT_EQ(match.leaver->trace->ticks, absent_since(*match.host->trace, slot))
            << "it is told the tick\n"
            << match.log();
        EXPECT_TRUE(is_prefix(*match.leaver->trace, *match.host->trace)) << match.log();
    }
}

TEST(RelayedMatch, AHostThatStandsStillHasTheSameBeginningAsTheGuestsItLost) {
    ThreePlayers match(2);
    match.host->is_frozen = true;
    match.arena->run_for(std::chrono::seconds(8));
    match.host->is_frozen = false;
    ASSERT_TRUE(match.arena->run_to_end()) << match.log();
    EXPECT_EQ(match.host->trace->end, sim::EndReason::peer_lost);
    EXPECT_NE(match.host->ended().error->message.find("nothing was heard of player 0 for 5000 ms"),
              std::string::npos)
        << "the guests have told it why they went\n"
        << match.log();
    for (const Side* side : {match.leaver, match.other}) {
        EXPECT_TRUE(is_prefix(*side->trace, *match.host->trace)) << match.log();
    }
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
