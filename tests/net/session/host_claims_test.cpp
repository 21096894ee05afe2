// SPDX-License-Identifier: MIT
// Who says that it had a slot before: what a host believes, what it refuses in which words, and
// what the others notice of it.
#include <gtest/gtest.h>

#include <string>

#include <tests/net/reception.hpp>

namespace tandem::test {
namespace {

using net::Claim;
using net::RefusalReason;
using net::SlotTicket;
using std::chrono::seconds;

// A match of three that has played 20 ticks.
struct ClaimStage : Reception {
    explicit ClaimStage(std::uint32_t players = 3, net::SessionOptions session = {})
        : Reception(players, session) {
        play(20);
        EXPECT_GE(chains.size(), 15U);
    }
    Caller& claim(const Claim& claimed, const SlotTicket& prover) {
        Caller& caller = call();
        reach_hello(caller);
        say_claim(caller, proven(claimed, prover, caller));
        return caller;
    }
    // The caller is refused for this reason, and the player of the slot plays on.
    void expect_refused(const Caller& caller, RefusalReason reason) {
        const auto* refusal = caller.last<net::Refusal>();
        ASSERT_NE(refusal, nullptr);
        EXPECT_EQ(refusal->reason, reason) << refusal->host_value << " | " << refusal->guest_value;
        EXPECT_TRUE(caller.is_closed);
        EXPECT_EQ(caller.last<net::Welcome>(), nullptr);
        const std::size_t ticks = chains.size();
        play(10);
        EXPECT_GE(chains.size(), ticks + 8) << "the match goes on";
        EXPECT_EQ(told.told<net::Absented>(), nullptr);
        EXPECT_FALSE(callers[0].is_closed);
    }
};

TEST(HostClaims, AProofOfAnotherSecretIsRefused) {
    ClaimStage stage;
    const SlotTicket good = *stage.callers[0].ticket;
    SlotTicket wrong = good;
    wrong.secret.bytes()[5] ^= std::byte{1};
    stage.expect_refused(stage.claim(stage.claim_of(good), wrong), RefusalReason::secret);
    const SlotTicket other = *stage.callers[1].ticket;
    stage.expect_refused(stage.claim(stage.claim_of(good), other), RefusalReason::secret);
}

TEST(HostClaims, AClaimToWhatNobodyWasGivenIsRefusedAlthoughItsProofFits) {
    const auto refuse = [](void (*spoil)(net::SlotGiven&)) {
        ClaimStage stage;
        const SlotTicket ticket = *stage.callers[0].ticket;
        Claim claim = stage.claim_of(ticket);
        spoil(claim.of);
        stage.expect_refused(stage.claim(claim, ticket), RefusalReason::secret);
    };
    refuse([](net::SlotGiven& of) { of.match[3] ^= std::byte{1}; });
    refuse([](net::SlotGiven& of) { of.slot = 0; });
    refuse([](net::SlotGiven& of) { of.slot = 2; });
    refuse([](net::SlotGiven& of) { of.slot = 3; });  // the match has three slots
    refuse([](net::SlotGiven& of) { of.slot = k_slots_max - 1; });
    refuse([](net::SlotGiven& of) { ++of.given; });
}

TEST(HostClaims, AProofCountsOnItsOwnConnectionOnlyAndForWhatItVouchesFor) {
    ClaimStage stage;
    const SlotTicket ticket = *stage.callers[0].ticket;
    Caller& listened = stage.call();
    const Claim heard = Reception::proven(stage.claim_of(ticket), ticket, listened);
    Caller& replayer = stage.call();
    stage.reach_hello(replayer);
    stage.say_claim(replayer, heard);
    stage.expect_refused(replayer, RefusalReason::secret);
    Caller& changer = stage.call();
    stage.reach_hello(changer);
    Claim changed = Reception::proven(stage.claim_of(ticket), ticket, changer);
    changed.past->ticks_done -= 1;
    stage.say_claim(changer, changed);
    stage.expect_refused(changer, RefusalReason::secret);
    // Nor does the other side's own proof of the same words.
    Caller& mirror = stage.call();
    stage.reach_hello(mirror);
    Claim mirrored = stage.claim_of(ticket);
    mirrored.proof = net::prove(ticket.secret, net::Prover::host, mirror.connection,
                                net::claimed_bytes(mirrored));
    stage.say_claim(mirror, mirrored);
    stage.expect_refused(mirror, RefusalReason::secret);
}

TEST(HostClaims, AnotherHistoryIsRefusedBeforeTheSlotIsTouched) {
    ClaimStage stage;
    const SlotTicket ticket = *stage.callers[0].ticket;
    Claim claim = stage.claim_of(ticket);
    claim.past->chain.value ^= 1;
    stage.expect_refused(stage.claim(claim, ticket), RefusalReason::history);
    claim = stage.claim_of(ticket);
    claim.past->ticks_done += 1'000'000;
    stage.expect_refused(stage.claim(claim, ticket), RefusalReason::history);
    claim.past->ticks_done = ~std::uint64_t{0};
    stage.expect_refused(stage.claim(claim, ticket), RefusalReason::history);
}

// So there are never two hosts of one match.
TEST(HostClaims, AHostThatMeetsALaterGenerationEnds) {
    ClaimStage stage;
    const SlotTicket ticket = *stage.callers[0].ticket;
    Claim claim = stage.claim_of(ticket);
    claim.of.generation = 1;
    const Caller& caller = stage.claim(claim, ticket);
    ASSERT_NE(caller.last<net::Refusal>(), nullptr);
    EXPECT_EQ(caller.last<net::Refusal>()->reason, RefusalReason::generation);
    ASSERT_TRUE(stage.host->is_ended());
    EXPECT_EQ(stage.told.told<net::Ended>()->error->code, sim::ErrorCode::refused);
}

TEST(HostClaims, TheNewestProofTakesTheSlotAndTheOldSideReadsIt) {
    ClaimStage stage;
    const SlotTicket ticket = *stage.callers[0].ticket;
    Caller& second = stage.come_back(ticket);
    ASSERT_NE(second.last<net::Welcome>(), nullptr);
    EXPECT_EQ(second.last<net::Welcome>()->slot, 1U);
    ASSERT_NE(stage.callers[0].last<net::Bye>(), nullptr);
    EXPECT_EQ(stage.callers[0].last<net::Bye>()->why, "taken over with your secret");
    EXPECT_TRUE(stage.callers[0].is_closed);
    stage.callers[0].is_silent = true;
    EXPECT_NE(stage.told.told<net::Absented>(), nullptr);
    // One that has not yet taken part, too.
    const Caller& third = stage.come_back(ticket);
    ASSERT_NE(second.last<net::Bye>(), nullptr);
    EXPECT_EQ(second.last<net::Bye>()->why, "taken over with your secret");
    EXPECT_TRUE(second.is_closed);
    EXPECT_FALSE(third.is_closed);
    const std::size_t ticks = stage.chains.size();
    stage.play(10);
    EXPECT_GE(stage.chains.size(), ticks + 8) << "the others play on";
}

// The host's machine may be behind its guests: they have its inputs, and play with them at once.
TEST(HostClaims, APastThatTheHostIsAboutToPlayIsComparedOnceItHas) {
    for (const bool is_true : {true, false}) {
        ClaimStage stage;
        Caller& guest = stage.callers[0];
        const SlotTicket ticket = *guest.ticket;
        const std::uint64_t done = stage.chains.size();
        ClaimStage twin;  // the same match, a tick later
        twin.play(1);
        ASSERT_EQ(twin.chains.size(), done + 1);
        for (std::uint64_t tick = 0; tick < done; ++tick) {
            ASSERT_EQ(twin.chains[tick], stage.chains[tick]);
        }
        // The inputs of the next tick come and the claim behind them, before the host plays it.
        Claim claim = stage.claim_of(ticket);
        claim.past = net::HeldPast{done + 1, twin.chains[done]};
        claim.past->chain.value ^= is_true ? 0U : 1U;
        Caller& second = stage.call();
        stage.reach_hello(second);
        for (Caller* player : {&stage.callers[0], &stage.callers[1]}) {
            stage.send(*player, stage.next_packet(*player));
            player->given = stage.inputs + 1;
        }
        ++stage.inputs;
        stage.say_claim(second, Reception::proven(claim, ticket, second));
        guest.is_silent = true;
        stage.say_ready(second);
        stage.play(20);
        if (is_true) {
            EXPECT_EQ(second.last<net::Refusal>(), nullptr);
            EXPECT_NE(second.last<net::Rejoin>(), nullptr);
        } else {
            ASSERT_NE(second.last<net::Refusal>(), nullptr);
            EXPECT_EQ(second.last<net::Refusal>()->reason, RefusalReason::history);
        }
    }
}

TEST(HostClaims, WhereNobodyMayComeBackAClaimEndsNothing) {
    net::SessionOptions session;
    session.wait_return_ms = 0;
    ClaimStage stage(3, session);
    const SlotTicket ticket = *stage.callers[0].ticket;
    stage.expect_refused(stage.claim(stage.claim_of(ticket), ticket), RefusalReason::state);
}

TEST(HostClaims, AMessageOutOfItsTurnEndsTheReturnAtEachStageAndTheSlotWaitsOn) {
    const auto unfit = [](std::size_t stage_of_return) {
        std::vector<net::Message> messages{net::Present{},
                                           net::Pieces{},
                                           net::Enough{1'000'000},
                                           net::Ask{1'000'000, {1}},
                                           net::End{},
                                           net::Done{},
                                           net::Back{},
                                           net::Stop{}};
        if (stage_of_return < 2) {
            messages.emplace_back(net::Enough{});
        }
        return messages;
    };
    for (std::size_t at = 0; at < 3; ++at) {
        for (const net::Message& message : unfit(at)) {
            SCOPED_TRACE("stage " + std::to_string(at) + ", message " +
                         std::to_string(message.index() + 1));
            ClaimStage stage;
            const SlotTicket ticket = *stage.callers[0].ticket;
            stage.hang_up(stage.callers[0]);
            Caller& caller = stage.call();
            stage.reach_hello(caller);
            if (at > 0) {
                stage.say_claim(caller, Reception::proven(stage.claim_of(ticket), ticket, caller));
            }
            if (at > 1) {
                stage.say_ready(caller);
                stage.play(20);
                ASSERT_NE(caller.last<net::Rejoin>(), nullptr);
            }
            stage.say(caller, message);
            stage.advance();
            EXPECT_TRUE(caller.is_closed);
            ASSERT_NE(caller.last<net::Bye>(), nullptr);
            const std::size_t ticks = stage.chains.size();
            stage.play(10);
            EXPECT_GE(stage.chains.size(), ticks + 8);
            EXPECT_EQ(stage.come_back(ticket).last<net::Refusal>(), nullptr);
        }
    }
}

// In a match of two nobody is left.
TEST(HostClaims, AfterTheWaitTheMatchEndsAtATickThatItHas) {
    ClaimStage stage(2);
    const SlotTicket ticket = *stage.callers[0].ticket;
    stage.hang_up(stage.callers[0]);
    Caller& back = stage.come_back(ticket);
    stage.advance(milliseconds(20));
    stage.advance(milliseconds(20));
    ASSERT_NE(back.last<net::Rejoin>(), nullptr);
    stage.hang_up(back);
    for (int second = 0; second < 125 && !stage.host->is_ended(); ++second) {
        for (int tenth = 0; tenth < 10; ++tenth) {
            stage.advance(milliseconds(100));
        }
    }
    ASSERT_TRUE(stage.host->is_ended());
    const auto* left = stage.told.told<net::Left>();
    ASSERT_NE(left, nullptr);
    EXPECT_LE(left->from_tick, stage.chains.size());
    for (const sim::Mark& mark : stage.trace.marks) {
        EXPECT_LE(mark.tick.number, stage.chains.size()) << int(mark.kind);
    }
}

TEST(HostClaims, WhoStopsWhileItsSlotWaitsIsNotWaitedForAnyMore) {
    ClaimStage stage(2);
    const SlotTicket ticket = *stage.callers[0].ticket;
    // It falls silent, is set aside with its connection, and then its player stops.
    for (int tenth = 0; tenth < 60; ++tenth) {
        stage.advance(milliseconds(100));
    }
    ASSERT_NE(stage.told.told<net::Absented>(), nullptr);
    EXPECT_FALSE(stage.host->is_ended());
    stage.say(stage.callers[0], net::Bye{sim::EndReason::interrupted, "enough"});
    stage.advance();
    stage.advance();
    ASSERT_TRUE(stage.host->is_ended());
    std::size_t lefts = 0;
    for (const net::Event& event : stage.told.events) {
        if (const auto* left = std::get_if<net::Left>(&event)) {
            EXPECT_EQ(left->slot, Slot{1});
            ++lefts;
        }
    }
    EXPECT_EQ(lefts, 1U);
}

}  // namespace
}  // namespace tandem::test
