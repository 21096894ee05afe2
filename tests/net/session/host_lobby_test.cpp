// SPDX-License-Identifier: MIT
// Guests die while others still gather: no match begins with a dead one, none keeps a living one
// out, and none that lives is thrown out for a line that loses much.
#include <tandem/net/session/host.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::RefusalReason;
using sim::erase;

// 200 ms each way, of which 30 ms vary, and three of ten packets are lost.
net::LinkOptions lossy_line() {
    net::LinkOptions links;
    links.delay = milliseconds(185);
    links.jitter = milliseconds(30);
    links.loss_ppm = 300'000;
    return links;
}

// A match of three at 60 ticks a second, and its first guest.
struct Lobby {
    explicit Lobby(std::uint64_t seed, net::LinkOptions links = {}, std::uint64_t ticks = 60)
        : arena(seed, links),
          host(arena.host(erase<Counter>(), host_options(erase<Counter>(), 3, ticks))),
          first(arena.join(erase<Counter>())) {
        EXPECT_TRUE(arena.run_until([&] { return first.count<net::Connected>() == 1; },
                                    std::chrono::seconds(10)));
        arena.run_for(std::chrono::seconds(1));  // it is ready
    }
    Side& join() { return arena.join(erase<Counter>()); }
    // As `kill -9` does.
    void kill(std::uint32_t guest) {
        arena.side(guest).is_frozen = true;
        arena.network().cut(guest);
    }
    bool run_until_start() {
        return arena.run_until([&] { return host.session->is_started(); },
                               std::chrono::seconds(20));
    }
    std::string log() {
        std::string text;
        for (std::size_t index = 0; index < arena.sides(); ++index) {
            text += arena.side(index).log();
        }
        return text;
    }

    Arena arena;
    Side& host;
    Side& first;
};

TEST(HostLobby, AMatchBeginsWithWhoLivesAndNotWithAGhost) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=HostLobby.AMatchBegins*");
        Lobby lobby(seed, seed % 2 == 0 ? lossy_line() : net::LinkOptions{});
        Random random(seed);
        lobby.kill(1);
        lobby.arena.run_for(milliseconds(random.below(1'500)));
        Side& second = lobby.join();
        lobby.arena.run_for(milliseconds(random.below(1'500)));
        Side& third = lobby.join();
        ASSERT_TRUE(lobby.arena.run_to_end()) << lobby.log();
        ASSERT_EQ(lobby.host.count<net::Left>(), 1U) << lobby.log();
        EXPECT_EQ(lobby.host.find<net::Left>()->reason, net::LeftReason::timeout);
        EXPECT_EQ(lobby.host.count<net::Refused>(), 0U) << lobby.log();
        for (const Side* side : {&lobby.host, &second, &third}) {
            EXPECT_EQ(side->trace->ticks, 60U) << lobby.log();
            EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit) << lobby.log();
            EXPECT_TRUE(side->trace->truth == lobby.host.trace->truth) << lobby.log();
        }
    }
}

// A guest that resets its game is silent for longer, but not for ever.
TEST(HostLobby, WhoDiesBeforeItIsReadyIsReplacedToo) {
    Lobby lobby(1);
    lobby.join();
    ASSERT_TRUE(lobby.arena.run_until([&] { return lobby.host.count<net::Connected>() == 2; },
                                      std::chrono::seconds(1)));
    lobby.kill(2);
    Side& third = lobby.join();
    lobby.arena.run_for(milliseconds(4'900));
    EXPECT_EQ(lobby.host.count<net::Left>(), 0U) << lobby.log();
    ASSERT_TRUE(lobby.arena.run_to_end()) << lobby.log();
    EXPECT_EQ(third.trace->ticks, 60U) << lobby.log();
    EXPECT_EQ(lobby.host.count<net::Refused>(), 0U) << lobby.log();
}

TEST(HostLobby, WhoDiesAsTheLastOneComesIsReplacedAsWell) {
    Lobby lobby(1);
    Side& second = lobby.join();
    lobby.kill(1);
    lobby.arena.run_for(milliseconds(50));
    Side& third = lobby.join();
    ASSERT_TRUE(lobby.arena.run_to_end()) << lobby.log();
    EXPECT_EQ(second.trace->ticks, 60U) << lobby.log();
    EXPECT_EQ(third.trace->ticks, 60U) << lobby.log();
}

TEST(HostLobby, OnALossyLineNobodyWhoLivesIsThrownOut) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=HostLobby.OnALossyLine*");
        Lobby lobby(seed, lossy_line());
        // It takes the last place, and is busy with its reset for a while.
        Side& busy = lobby.join();
        ASSERT_TRUE(lobby.arena.run_until([&] { return lobby.host.count<net::Connected>() == 2; },
                                          std::chrono::seconds(10)));
        busy.sleeps_until = lobby.arena.now() + std::chrono::seconds(4);
        for (int newcomer = 0; newcomer < 8; ++newcomer) {
            lobby.join();
            lobby.arena.run_for(milliseconds(500));
        }
        ASSERT_TRUE(lobby.run_until_start()) << lobby.log();
        EXPECT_TRUE(lobby.first.session->is_started() ||
                    lobby.arena.run_until([&] { return lobby.first.session->is_started(); },
                                          std::chrono::seconds(2)))
            << lobby.log();
        EXPECT_EQ(lobby.host.count<net::Left>(), 0U) << lobby.log();
        EXPECT_GE(lobby.host.count<net::Refused>(), 4U) << lobby.log();
        EXPECT_EQ(lobby.host.find<net::Refused>()->reason, RefusalReason::full);
    }
}

TEST(HostLobby, TheStartWaitsUntilEveryGuestIsHeard) {
    Lobby lobby(1);
    const Time from = lobby.arena.now();
    lobby.arena.network().cut(1, 0, from, from + std::chrono::seconds(2));
    lobby.join();
    lobby.arena.run_for(milliseconds(1'900));
    EXPECT_FALSE(lobby.host.session->is_started()) << lobby.log();
    ASSERT_TRUE(
        lobby.arena.run_until([&] { return lobby.host.session->is_started(); }, milliseconds(300)))
        << lobby.log();
    EXPECT_EQ(lobby.host.count<net::Left>(), 0U) << lobby.log();
}

// A process that was stopped, and goes on after another one has got its place.
TEST(HostLobby, AGuestThatWakesUpIsToldThatItsPlaceIsGone) {
    Lobby lobby(1);
    lobby.first.sleeps_until = lobby.arena.now() + milliseconds(2'500);
    lobby.join();
    lobby.join();
    ASSERT_TRUE(lobby.run_until_start()) << lobby.log();
    ASSERT_TRUE(lobby.arena.run_until([&] { return lobby.first.session->is_ended(); },
                                      std::chrono::seconds(3)));
    ASSERT_TRUE(lobby.first.ended().error.has_value());
    const std::string text = lobby.first.ended().error->message;
    EXPECT_EQ(text,
              "player 0 goes on without player 1: nothing was heard of player 1 for 1000 ms, and "
              "somebody else asks for its place");
}

TEST(HostLobby, WithoutANewcomerASilentGuestHasAsLongAsInAMatch) {
    Lobby lobby(1);
    const Time killed = lobby.arena.now();
    lobby.kill(1);
    ASSERT_TRUE(lobby.arena.run_until([&] { return lobby.host.count<net::Left>() == 1; },
                                      std::chrono::seconds(6)))
        << lobby.log();
    EXPECT_GE(lobby.arena.now() - killed, milliseconds(4'900));
    EXPECT_EQ(lobby.host.find<net::Left>()->text, "nothing was heard of player 1 for 5000 ms");
    EXPECT_FALSE(lobby.host.session->is_ended());
}

// A host that stood still has not listened, so it blames nobody for having said nothing.
TEST(HostLobby, AHostThatStoodStillThrowsNobodyOut) {
    Lobby lobby(1);
    lobby.join();
    ASSERT_TRUE(lobby.arena.run_until([&] { return lobby.host.count<net::Connected>() == 2; },
                                      std::chrono::seconds(1)));
    lobby.host.sleeps_until = lobby.arena.now() + std::chrono::seconds(4);
    Side& late = lobby.join();
    ASSERT_TRUE(lobby.run_until_start()) << lobby.log();
    EXPECT_EQ(lobby.host.count<net::Left>(), 0U) << lobby.log();
    ASSERT_TRUE(
        lobby.arena.run_until([&] { return late.session->is_ended(); }, std::chrono::seconds(5)));
    EXPECT_EQ(late.count<net::Refused>(), 1U) << lobby.log();
}

// ---- Newcomers moved by hand ----

struct FullHost {
    FullHost() {
        auto made = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                        scripted(Slot{0}), nullptr);
        EXPECT_TRUE(made.has_value());
        host.emplace(*std::move(made));
        taker.emplace(*host, 1);
        taker->take_seat(erase<Counter>());
        newcomer.emplace(*host, 2);
        newcomer->connect();
        newcomer->say(net::Greeting{net::k_protocol_version});
        newcomer->say_hello(erase<Counter>().info());
    }
    std::optional<net::Lockstep> host;
    std::optional<Puppet> taker;
    std::optional<Puppet> newcomer;
};

TEST(HostLobby, ANewcomerThatAsksTwiceBreaksTheProtocol) {
    FullHost full;
    full.newcomer->say_hello(erase<Counter>().info());
    full.newcomer->advance();
    ASSERT_NE(full.newcomer->last<net::Bye>(), nullptr);
    EXPECT_NE(full.newcomer->last<net::Bye>()->why.find("out of its turn"), std::string::npos);
}

TEST(HostLobby, ANewcomerThatGoesWhileItWaitsIsForgotten) {
    FullHost full;
    full.newcomer->say(net::Bye{sim::EndReason::interrupted, "it takes too long"});
    for (int i = 0; i < 30; ++i) {
        full.newcomer->advance(milliseconds(100));
    }
    EXPECT_EQ(full.newcomer->last<net::Refusal>(), nullptr);
    EXPECT_FALSE(full.host->is_ended());
}

TEST(HostLobby, ANewcomerGetsThePlaceOfAGuestThatLeavesWhileItWaits) {
    FullHost full;
    full.newcomer->advance(milliseconds(500));
    EXPECT_EQ(full.newcomer->last<net::Welcome>(), nullptr);
    full.taker->say(net::Bye{sim::EndReason::interrupted, "left"});
    full.newcomer->advance(milliseconds(501));
    ASSERT_NE(full.newcomer->last<net::Welcome>(), nullptr);
    EXPECT_EQ(full.newcomer->last<net::Welcome>()->slot, 1U);
}

}  // namespace
}  // namespace tandem::test
