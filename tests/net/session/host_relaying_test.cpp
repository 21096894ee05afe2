// SPDX-License-Identifier: MIT
// A host whose simulation is the odd one goes on relaying: the others play on and end as agreed,
// on any line, and still notice if they differ among themselves.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/rewriter.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using sim::ErrorCode;

constexpr std::uint64_t k_match_ticks = 300;
constexpr sim::Tick k_host_fault{80};
constexpr sim::Tick k_two_legs{90};  // of a relay of three

net::SessionOptions planted(sim::Tick tick, std::string_view field) {
    net::SessionOptions options;
    options.plant = sim::Plant{tick, std::string(field)};
    return options;
}

// A match whose host goes wrong after tick 80.
struct OddHostMatch {
    explicit OddHostMatch(std::uint32_t players, std::uint64_t seed = 1,
                          const net::LinkOptions& links = {})
        : OddHostMatch(&erase<Counter>, "totals[2]", players, seed, links) {}
    OddHostMatch(sim::AnySimulation (*game)(), std::string_view field, std::uint32_t players,
                 std::uint64_t seed = 1, const net::LinkOptions& links = {})
        : make(game), arena(seed, links) {
        net::HostOptions options = host_options(make(), players, k_match_ticks);
        options.session.plant = planted(k_host_fault, field).plant;
        arena.host(make(), options);
    }
    Side& join(const net::SessionOptions& options = {}) {
        return arena.join(make(), {.session = options});
    }
    Side& host() { return arena.side(0); }
    std::string log() {
        std::string text;
        for (std::size_t side = 0; side < arena.sides(); ++side) {
            text += arena.side(side).name + "\n" + arena.side(side).log();
        }
        return text;
    }
    bool run_until_host_is_aside() {
        return arena.run_until([&] { return host().count<net::Left>() > 0; },
                               std::chrono::seconds(30));
    }

    sim::AnySimulation (*make)();
    Arena arena;
};

void expect_host_is_told(const Side& host, const std::string& log) {
    ASSERT_EQ(host.count<net::Desynced>(), 1U) << log;
    EXPECT_EQ(host.find<net::Desynced>()->tick, k_host_fault) << log;
    EXPECT_EQ(host.trace->end, sim::EndReason::desync) << log;
    EXPECT_EQ(host.trace->evidence.size(), 1U) << "its account is kept\n" << log;
    EXPECT_EQ(host.ended().error->code, ErrorCode::divergence) << log;
    EXPECT_TRUE(std::any_of(host.events.begin(), host.events.end(), [](const net::Event& event) {
        const auto* left = std::get_if<net::Left>(&event);
        return left != nullptr && left->slot == Slot{0};
    })) << log;
}

void expect_played_to_the_end(const Side& one, const Side& other, const std::string& log) {
    for (const Side* side : {&one, &other}) {
        EXPECT_EQ(side->trace->ticks, k_match_ticks) << log;
        EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit) << log;
        EXPECT_FALSE(side->ended().error.has_value()) << log;
        EXPECT_EQ(side->count<net::Desynced>(), 1U) << "each keeps its account\n" << log;
        EXPECT_EQ(side->trace->evidence.size(), 1U) << log;
    }
    EXPECT_TRUE(one.trace->records == other.trace->records) << log;
    EXPECT_EQ(one.trace->chain, other.trace->chain) << log;
}

TEST(OddHost, TheOthersPlayOnToTheEndWithoutItsPlayer) {
    OddHostMatch match(3);
    Side& one = match.join();
    Side& other = match.join();
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_host_is_told(match.host(), match.log());
    expect_played_to_the_end(one, other, match.log());
    EXPECT_EQ(match.host().ended().ticks, match.host().trace->ticks);
    EXPECT_LT(match.host().trace->ticks, k_match_ticks) << "what it came to later is nobody's";
}

// What the host told before it was set aside may arrive long after.
TEST(OddHost, OnAnyLineThereIsNoFurtherAlarm) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Random random(seed);
        SCOPED_TRACE("seed " + std::to_string(seed));
        OddHostMatch match(3, seed, rough_line(random, 80, 40));
        Side& one = match.join();
        Side& other = match.join();
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        expect_host_is_told(match.host(), match.log());
        expect_played_to_the_end(one, other, match.log());
    }
}

// Two of five came to what the host came to.
TEST(OddHost, WhoeverCameToTheSameAsTheHostIsSetAsideToo) {
    OddHostMatch match(&erase<Relay>, "drops", 5);
    std::vector<Side*> good;
    Side* wrong = nullptr;
    for (int guest = 0; guest < 4; ++guest) {
        if (guest == 1) {
            wrong = &match.join(planted(k_host_fault, "drops"));
        } else {
            good.push_back(&match.join());
        }
    }
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_host_is_told(match.host(), match.log());
    EXPECT_EQ(wrong->trace->end, sim::EndReason::desync) << match.log();
    expect_played_to_the_end(*good[0], *good[1], match.log());
    expect_played_to_the_end(*good[1], *good[2], match.log());
}

// The second difference may come before the host is set aside.
TEST(OddHost, GuestsWhoDifferLaterAmongThemselvesAreAllTold) {
    for (const std::uint64_t tick : {82U, 90U, 160U}) {
        SCOPED_TRACE("tick " + std::to_string(tick));
        net::LinkOptions links;
        links.delay = milliseconds(60);
        OddHostMatch match(3, 1, links);
        Side& one = match.join();
        Side& other = match.join(planted(sim::Tick{tick}, "totals[2]"));
        ASSERT_TRUE(match.arena.run_to_end(std::chrono::seconds(15))) << match.log();
        for (const Side* side : {&match.host(), &one, &other}) {
            EXPECT_EQ(side->trace->end, sim::EndReason::desync) << match.log();
            EXPECT_EQ(side->ended().error->code, ErrorCode::divergence) << match.log();
        }
    }
}

// The lowest bit of two legs is set: at the host the race of three is over.
TEST(OddHost, WhoseOwnGameIsOverRelaysUntilTheOthersIs) {
    Arena arena;
    net::HostOptions options = host_options(erase<Relay>(), 3);
    Relay::Options race;
    race.legs = 3;
    options.setup.set_options(race);
    options.session.plant = planted(k_two_legs, "legs").plant;
    const Side& host = arena.host(erase<Relay>(), options);
    const Side& one = arena.join(erase<Relay>());
    const Side& other = arena.join(erase<Relay>());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << one.log() << other.log();
    const std::string log = host.log() + one.log() + other.log();
    ASSERT_EQ(host.count<net::Desynced>(), 1U) << log;
    ASSERT_EQ(host.find<net::Desynced>()->fields.size(), 1U) << log;
    EXPECT_EQ(host.find<net::Desynced>()->fields[0].a, "3") << log;
    for (const Side* side : {&one, &other}) {
        EXPECT_EQ(side->trace->end, sim::EndReason::finished) << log;
        EXPECT_GT(side->trace->ticks, k_two_legs.number + 2) << log;
        EXPECT_EQ(side->trace->chain, one.trace->chain) << log;
    }
}

// ---- A guest that lies to the host that relays ----

// A match of four whose last guest rewrites its packets once the host is aside.
void expect_others_end(const Rewriter::Rewrite& rewrite) {
    OddHostMatch match(4);
    Side& one = match.join();
    Side& other = match.join();
    match.arena.put_between([&](net::Transport& endpoint) {
        return std::make_unique<Rewriter>(endpoint, match.make().info(), 4,
                                          [&](SpokenPacket& packet) {
                                              if (match.host().count<net::Left>() > 0) {
                                                  rewrite(packet);
                                              }
                                          });
    });
    match.join();
    ASSERT_TRUE(match.arena.run_until(
        [&] {
            return match.host().session->is_ended() && one.session->is_ended() &&
                   other.session->is_ended();
        },
        std::chrono::seconds(60)))
        << match.log();
}

TEST(OddHost, AHashFarAheadReachesNobody) {
    expect_others_end([](SpokenPacket& packet) {
        if (packet.head.hash) {
            packet.head.hash->ticks_done += std::uint64_t{1} << 27U;
        }
    });
}

TEST(OddHost, AHashThatIsWithheldAndThenWrongEndsTheMatchForAll) {
    int packets = 0;
    expect_others_end([&](SpokenPacket& packet) {
        if (++packets < 200) {
            packet.head.hash.reset();
        } else if (packet.head.hash) {
            ++packet.head.hash->chain_low;
        }
    });
}

TEST(OddHost, AGuestThatLeavesEndsCleanlyAndTheRestGoOn) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        net::LinkOptions links;
        links.delay = milliseconds(20);
        links.loss_ppm = 250'000;
        OddHostMatch match(4, seed, links);
        Side& leaver = match.join();
        Side& one = match.join();
        Side& other = match.join();
        ASSERT_TRUE(match.run_until_host_is_aside()) << match.log();
        leaver.session->leave();
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        EXPECT_EQ(leaver.trace->end, sim::EndReason::interrupted) << match.log();
        EXPECT_FALSE(leaver.ended().error.has_value()) << match.log();
        expect_played_to_the_end(one, other, match.log());
    }
}

TEST(OddHost, TheLastGuestDoesNotPlayAlone) {
    OddHostMatch match(3);
    Side& one = match.join();
    Side& leaver = match.join();
    ASSERT_TRUE(match.run_until_host_is_aside()) << match.log();
    leaver.session->leave();
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    EXPECT_EQ(one.trace->end, sim::EndReason::interrupted) << match.log();
    EXPECT_EQ(one.trace->chain, leaver.trace->chain) << match.log();
}

TEST(OddHost, AGuestThatVanishesIsGoneForGoodAndTheRestGoOn) {
    OddHostMatch match(4);
    Side& one = match.join();
    Side& other = match.join();
    Side& dead = match.join();
    ASSERT_TRUE(match.run_until_host_is_aside()) << match.log();
    dead.is_frozen = true;
    match.arena.network().cut(3);
    ASSERT_TRUE(
        match.arena.run_until([&] { return one.session->is_ended() && other.session->is_ended(); },
                              std::chrono::seconds(60)))
        << match.log();
    expect_played_to_the_end(one, other, match.log());
}

TEST(OddHost, LeavingItEndsTheMatchForAll) {
    OddHostMatch match(3);
    Side& one = match.join();
    match.join();
    ASSERT_TRUE(match.run_until_host_is_aside()) << match.log();
    match.host().session->leave();
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_host_is_told(match.host(), match.log());
    EXPECT_EQ(one.trace->end, sim::EndReason::peer_lost) << match.log();
}

}  // namespace
}  // namespace tandem::test
