// SPDX-License-Identifier: MIT
// What a host gives to those who come back: the inputs that they lack, or a state; and to whom it
// gives nothing more.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/reception.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using std::chrono::seconds;

// A match of three, of whom the guests are sides 1 and 2.
struct GivingMatch {
    explicit GivingMatch(std::uint64_t ticks, Time delay = {},
                         std::optional<std::uint32_t> delay_ticks = std::nullopt)
        : arena(1, line(delay)) {
        net::HostOptions hosting = host_options(erase<Relay>(), 3, ticks);
        net::JoinOptions joining;
        hosting.session.delay_ticks = delay_ticks;
        joining.session.delay_ticks = delay_ticks;
        arena.host(erase<Relay>(), hosting);
        arena.join(erase<Relay>(), joining);
        arena.join(erase<Relay>(), joining);
        EXPECT_TRUE(arena.run_until([&] { return arena.side(0).session->ticks_done() >= 40; },
                                    seconds(30)));
    }
    static net::LinkOptions line(Time delay) {
        net::LinkOptions links;
        links.delay = delay;
        return links;
    }
    Side& rejoin(std::size_t guest, net::JoinOptions options = {}) {
        Side& killed = arena.side(guest);
        options.ticket = killed.session->slot_ticket();
        options.past = net::JoinOptions::Past{killed.trace->ticks, killed.trace->chain, {}};
        return arena.join(erase<Relay>(), options);
    }
    std::string log() {
        std::string text;
        for (std::size_t index = 0; index < arena.sides(); ++index) {
            text += arena.side(index).log();
        }
        return text;
    }

    Arena arena;
};

// The inputs from before the absence are long forgotten: those from the state on must not be.
TEST(HostGiving, WhoWasGoneForLongerThanInputsAreKeptIsGivenAStateAndTheInputsBehindIt) {
    for (const std::uint32_t delay_ticks : {1U, 20U}) {
        GivingMatch match(6'000, milliseconds(300), delay_ticks);
        match.arena.side(1).is_frozen = true;
        match.arena.run_for(seconds(500));
        Side& back = match.rejoin(1);
        ASSERT_TRUE(match.arena.run_to_end(seconds(200))) << match.log();
        EXPECT_EQ(back.count<net::Returned>(), 1U) << match.log();
        EXPECT_FALSE(back.ended().error.has_value()) << match.log();
        EXPECT_EQ(back.trace->chain, match.arena.side(0).trace->chain) << match.log();
    }
}

// ---- What a comer may ask for ----

// A match of three whose slot 1 is away, and a comer that was told which state it is given.
struct GivenStage : Reception {
    GivenStage() {
        play(20);
        ticket = callers[0].ticket;
        hang_up(callers[0]);
    }
    Caller& rejoin() {
        Caller& caller = come_back(*ticket);
        play(20);
        const auto* rejoin = caller.last<net::Rejoin>();
        EXPECT_TRUE(rejoin != nullptr && rejoin->given.has_value()) << log();
        return caller;
    }
    void expect_plays_on() {
        const std::size_t ticks = chains.size();
        play(10);
        EXPECT_GE(chains.size(), ticks + 8) << log();
    }

    std::optional<net::SlotTicket> ticket;
};

TEST(HostGiving, WhatIsGivenIsAStateOfTheMatchWithItsHashesAndItsPresence) {
    GivenStage stage;
    const net::Rejoin rejoin = *stage.rejoin().last<net::Rejoin>();
    ASSERT_GT(rejoin.ticks_done, 0U);
    EXPECT_EQ(rejoin.given->hashes.chain, stage.chains[rejoin.ticks_done - 1]);
    EXPECT_GE(rejoin.ticks_done, rejoin.absent_from);
    ASSERT_EQ(rejoin.presence.size(), 3U);
    EXPECT_TRUE(rejoin.presence[0].is_present && rejoin.presence[0].changes.empty());
    EXPECT_TRUE(rejoin.presence[2].is_present && rejoin.presence[2].changes.empty());
    EXPECT_TRUE(net::is_same(
        rejoin.proof, net::prove(stage.ticket->secret, net::Prover::host,
                                 stage.callers.back().connection, net::rejoined_bytes(rejoin))));
}

TEST(HostGiving, WhoAsksForPiecesThatAreNotThereIsLostAndItsSlotWaitsOn) {
    GivenStage stage;
    Caller& caller = stage.rejoin();
    stage.say(caller, net::Ask{caller.last<net::Rejoin>()->ticks_done, {12'345}});
    stage.advance();
    stage.advance();
    EXPECT_TRUE(caller.is_closed);
    ASSERT_NE(caller.last<net::Bye>(), nullptr);
    stage.expect_plays_on();
    EXPECT_FALSE(stage.rejoin().is_closed);
}

TEST(HostGiving, InputsFromBeforeTheLogAreNotGivenButAStateIs) {
    for (const std::uint64_t has : {std::uint64_t{0}, std::uint64_t{1}}) {
        GivenStage stage;
        stage.play(200);
        net::Claim claim = stage.claim_of(*stage.ticket);
        claim.has.assign(3, has);
        claim.has[1] = ~std::uint64_t{0};
        const Caller& caller = stage.come_back(*stage.ticket, claim);
        stage.play(20);
        ASSERT_NE(caller.last<net::Rejoin>(), nullptr) << stage.log();
        EXPECT_TRUE(caller.last<net::Rejoin>()->given.has_value());
    }
}

TEST(HostGiving, WhoGetsNoNearerForTenSecondsIsRefusedInWords) {
    GivenStage stage;
    Caller& caller = stage.rejoin();
    stage.play_for(milliseconds(9'000));
    EXPECT_FALSE(caller.is_closed);
    stage.play_for(milliseconds(1'500));
    EXPECT_TRUE(caller.is_closed);
    ASSERT_NE(caller.last<net::Refusal>(), nullptr);
    EXPECT_EQ(caller.last<net::Refusal>()->reason, net::RefusalReason::speed);
    EXPECT_NE(caller.last<net::Refusal>()->guest_value.find("ticks behind"), std::string::npos);
    stage.expect_plays_on();
}

// It has its own state, is far behind, and plays on with a third more than the match's speed.
TEST(HostGiving, WhoCatchesUpForLongerThanTenSecondsIsNotRefused) {
    GivenStage stage;
    net::Claim claim = stage.claim_of(*stage.ticket);
    const std::uint64_t behind = claim.past->ticks_done;
    stage.play(600);
    claim.has.assign(3, behind);
    claim.has[1] = stage.inputs;
    Caller& caller = stage.come_back(*stage.ticket, claim);
    stage.play(1);
    ASSERT_NE(caller.last<net::Rejoin>(), nullptr);
    ASSERT_FALSE(caller.last<net::Rejoin>()->given.has_value());
    for (std::uint64_t tenth = 0; tenth < 200; ++tenth) {
        const std::uint64_t told = behind + 3 * tenth;
        stage.send(caller, SpokenPacket().ack(0, told).ack(2, told).hash(told, {}));
        stage.play(1);
        stage.advance(milliseconds(99));
    }
    EXPECT_FALSE(caller.is_closed) << stage.log();
}

TEST(HostGiving, TheFourthStateInTenMinutesIsRefusedAndLaterOneIsGivenAgain) {
    GivenStage stage;
    for (int time = 0; time < 3; ++time) {
        stage.hang_up(stage.rejoin());
    }
    const Caller& fourth = stage.come_back(*stage.ticket);
    stage.play(20);
    EXPECT_EQ(fourth.last<net::Rejoin>(), nullptr);
    ASSERT_NE(fourth.last<net::Refusal>(), nullptr);
    EXPECT_EQ(fourth.last<net::Refusal>()->reason, net::RefusalReason::state);
    stage.play_for(std::chrono::minutes(10));
    EXPECT_FALSE(stage.rejoin().is_closed);
}

TEST(HostGiving, TwoWhoComeAtOnceAreGivenTheSameMoment) {
    Reception stage(4);
    stage.play(20);
    stage.hang_up(stage.callers[0]);
    stage.hang_up(stage.callers[1]);
    stage.play(5);
    const net::SlotTicket one = *stage.callers[0].ticket;
    const net::SlotTicket two = *stage.callers[1].ticket;
    std::vector<Caller*> comers;
    for (const net::SlotTicket* ticket : {&one, &two}) {
        comers.push_back(&stage.call());
        stage.reach_hello(*comers.back());
        stage.say_claim(*comers.back(),
                        Reception::proven(stage.claim_of(*ticket), *ticket, *comers.back()));
    }
    stage.say_ready(*comers[0]);
    stage.say_ready(*comers[1]);
    stage.play(10);
    ASSERT_NE(comers[0]->last<net::Rejoin>(), nullptr);
    ASSERT_NE(comers[1]->last<net::Rejoin>(), nullptr);
    EXPECT_EQ(comers[0]->last<net::Rejoin>()->ticks_done,
              comers[1]->last<net::Rejoin>()->ticks_done);
}

}  // namespace
}  // namespace tandem::test
