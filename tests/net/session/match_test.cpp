// SPDX-License-Identifier: MIT
// One side's simulation of a match, without any network: stepping, telling what is certain, and
// going back.
#include <tandem/net/session/match.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using net::Match;
using sim::Bytes;

struct OneSide {
    explicit OneSide(std::uint64_t memory_bytes = 1 << 20)
        : setup(make_setup(sim::erase<Counter>().info(), 2)),
          match(sim::erase<Counter>(), &trace, memory_bytes) {
        EXPECT_TRUE(match.reset(setup).has_value());
        EXPECT_FALSE(trace.is_started) << "a reset is not yet a start";
        EXPECT_TRUE(match.start().has_value());
    }
    // The record of two players of whom each adds this.
    static Bytes record(int amount) {
        const Bytes input{static_cast<std::byte>(amount), std::byte{0}};
        const std::vector<Bytes> inputs{input, input};
        return sim::make_record(0b11, inputs);
    }
    void step(std::uint64_t ticks, int amount = 1) {
        for (; ticks > 0; --ticks) {
            ASSERT_TRUE(match.step(record(amount)).has_value());
        }
    }

    Setup setup;
    Trace trace;
    Match match;
};

TEST(MatchTest, AResetTellsWhatAllMustAgreeOnBeforeAnythingIsToldToTheObserver) {
    Trace trace;
    Match match(sim::erase<Counter>(), &trace, 1 << 20);
    const auto setup = make_setup(sim::erase<Counter>().info(), 2);
    const auto ready = match.reset(setup);
    ASSERT_TRUE(ready.has_value());
    EXPECT_EQ(ready->start, sim::start_hash(sim::erase<Counter>().info(), setup));
    EXPECT_EQ(match.ready().chain, ready->chain);
    EXPECT_FALSE(match.is_started());
    const net::Moment moment = match.reset_moment();
    EXPECT_EQ(moment.ticks_done, 0U);
    EXPECT_EQ(moment.hashes.chain, ready->chain);
    EXPECT_EQ(moment.state_hash.value, sim::hash_bytes(moment.state));
    ASSERT_TRUE(match.start().has_value());
    EXPECT_TRUE(match.is_started() && trace.is_started);
    EXPECT_EQ(match.chain_told(), ready->chain);
    EXPECT_EQ(match.history().find(0)->hashes.chain, ready->chain);
}

TEST(MatchTest, OnlyConfirmedTicksAreToldAndTheRestNeverHappened) {
    OneSide side;
    ASSERT_TRUE(side.match.confirm(4).has_value());
    side.step(10);
    EXPECT_EQ(side.match.ticks_done(), 10U);
    EXPECT_EQ(side.trace.ticks, 4U);
    EXPECT_EQ(side.match.ticks_told(), 4U);
    EXPECT_EQ(side.match.chain_told(), side.match.history().find(4)->hashes.chain);
    ASSERT_TRUE(side.match.confirm(7).has_value());
    EXPECT_EQ(side.trace.ticks, 7U);
    ASSERT_TRUE(side.match.finish(sim::EndReason::peer_lost).has_value());
    EXPECT_EQ(side.trace.ticks, 7U);
    EXPECT_EQ(side.trace.end, sim::EndReason::peer_lost);
}

TEST(MatchTest, MarksAreToldBeforeTheirTickAndTheLastOnesBeforeTheEnd) {
    OneSide side;
    side.match.add_mark({sim::MarkKind::stall, sim::Tick{3}, 1, 500, {}});
    side.match.add_mark({sim::MarkKind::note, sim::Tick{99}, 0, 0, "later"});
    side.step(3);
    EXPECT_TRUE(side.trace.marks.empty());
    side.step(1);
    EXPECT_EQ(side.trace.marks.size(), 1U);
    ASSERT_TRUE(side.match.finish(sim::EndReason::interrupted).has_value());
    ASSERT_EQ(side.trace.marks.size(), 2U);
    EXPECT_EQ(side.trace.end, sim::EndReason::interrupted);
}

TEST(MatchTest, TheHistoryHoldsEveryMomentWithItsState) {
    OneSide side;
    side.step(5);
    for (std::uint64_t ticks = 0; ticks <= 5; ++ticks) {
        const net::Moment* moment = side.match.history().find(ticks);
        ASSERT_NE(moment, nullptr);
        EXPECT_TRUE(moment->has_state);
        EXPECT_EQ(moment->state_hash.value, sim::hash_bytes(moment->state));
        EXPECT_EQ(moment->record, ticks == 0 ? Bytes() : OneSide::record(1));
    }
    const net::Moment& third = *side.match.history().find(3);
    ASSERT_TRUE(side.match.give_evidence(third, third.state).has_value());
    ASSERT_EQ(side.trace.evidence.size(), 1U);
    EXPECT_EQ(side.trace.evidence[0].ticks_done, 3U);
    EXPECT_EQ(side.trace.evidence[0].state, third.state);
}

TEST(MatchTest, WithoutMemoryThereAreNoStatesAndNoWayBack) {
    OneSide side(0);
    side.step(5);
    EXPECT_FALSE(side.match.history().find(3)->has_state);
    ASSERT_TRUE(side.match.confirm(0).has_value());
    const auto gone_back = side.match.go_back(4);
    ASSERT_FALSE(gone_back.has_value());
    EXPECT_NE(gone_back.error().text().find("memory"), std::string::npos);
    EXPECT_EQ(side.match.ticks_done(), 5U) << "nothing has changed";
}

// The others played on without us from tick 6 on: we play these ticks again as they were.
TEST(MatchTest, WhoeverGoesBackIsWhereItWouldHaveBeenAndTheObserverNeverKnows) {
    OneSide straight;
    straight.step(6);
    straight.step(14, 3);
    OneSide side;
    ASSERT_TRUE(side.match.confirm(4).has_value());
    side.step(11);
    ASSERT_TRUE(side.match.go_back(6).has_value());
    EXPECT_EQ(side.match.ticks_done(), 6U);
    EXPECT_EQ(side.match.history().find(7), nullptr);
    EXPECT_EQ(side.match.timeline().chain(), straight.match.history().find(6)->hashes.chain);
    side.step(14, 3);
    ASSERT_TRUE(side.match.confirm(20).has_value());
    EXPECT_EQ(side.match.timeline().hashes(), straight.match.timeline().hashes());
    EXPECT_EQ(side.match.simulation().save(), straight.match.simulation().save());
    EXPECT_EQ(side.trace.records, straight.trace.records);
    EXPECT_EQ(side.trace.chain, straight.trace.chain);
    EXPECT_EQ(side.match.history().find(9)->hashes.chain,
              straight.match.history().find(9)->hashes.chain);
}

TEST(MatchTest, WhatTheObserverWasToldIsNotTakenBack) {
    OneSide side;
    ASSERT_TRUE(side.match.confirm(8).has_value());
    side.step(11);
    EXPECT_FALSE(side.match.go_back(7).has_value());
    EXPECT_TRUE(side.match.go_back(8).has_value());
    EXPECT_FALSE(side.match.go_back(9).has_value()) << "that is not behind us";
}

// The state after 12 ticks, as another side that played on has it.
struct Others : OneSide {
    Others() {
        step(12);
        state = match.simulation().save();
        hashes = match.timeline().hashes();
        last_record = *match.record_at(11);
        step(8, 3);
    }
    Bytes state;
    Bytes last_record;  // that of the tick before
    sim::RunningHashes hashes;
};

TEST(MatchTest, WhoIsGivenAStateGoesOnFromThereAndItsHistoryBeginsThere) {
    const Others others;
    OneSide side;
    ASSERT_TRUE(side.match.confirm(4).has_value());
    side.step(6, 2);
    side.match.add_mark({sim::MarkKind::note, sim::Tick{12}, 0, 0, "waits"});
    ASSERT_TRUE(
        side.match.go_on_from(12, others.state, others.hashes, others.last_record).has_value());
    EXPECT_EQ(side.match.ticks_done(), 12U);
    EXPECT_EQ(side.match.ticks_told(), 12U);
    EXPECT_EQ(side.match.chain_told(), others.hashes.chain);
    EXPECT_EQ(side.trace.records.size(), 4U) << "what was not certain never happened";
    EXPECT_EQ(side.trace.given, std::vector<std::uint64_t>{12});
    EXPECT_EQ(side.match.history().size(), 1U);
    EXPECT_EQ(side.match.history().find(12)->state, others.state);
    EXPECT_EQ(side.match.history().find(12)->record, others.last_record) << "it can be given on";
    EXPECT_TRUE(side.trace.marks.empty());
    side.step(8, 3);
    EXPECT_EQ(side.trace.marks.size(), 1U) << "a mark that waits is told behind it";
    ASSERT_TRUE(side.match.confirm(20).has_value());
    EXPECT_EQ(side.match.timeline().hashes(), others.match.timeline().hashes());
    EXPECT_EQ(side.match.chain_told(), others.match.timeline().chain());
    ASSERT_TRUE(side.match.go_back(20).has_value()) << "its history works as before";
}

TEST(MatchTest, AStateThatDoesNotRestoreLeavesTheMatchAsItWas) {
    const Others others;
    OneSide side;
    side.step(6, 2);
    const auto hashes = side.match.timeline().hashes();
    EXPECT_FALSE(side.match.go_on_from(12, Bytes(3), others.hashes, {}).has_value());
    EXPECT_EQ(side.match.timeline().hashes(), hashes);
    EXPECT_EQ(side.match.history().size(), 7U);
    EXPECT_EQ(side.match.chain_at(0), side.match.ready().chain);
    side.step(1);
}

TEST(MatchTest, AnotherProcessBeginsWithAStateThatItIsGiven) {
    const Others others;
    Trace trace;
    Match match(sim::erase<Counter>(), &trace, 1 << 20);
    EXPECT_FALSE(match.start_at(others.setup, 12, Bytes(3), others.hashes, {}).has_value());
    EXPECT_FALSE(match.is_started() || trace.is_started);
    ASSERT_TRUE(match.start_at(others.setup, 12, others.state, others.hashes, others.last_record)
                    .has_value());
    EXPECT_TRUE(match.is_started() && trace.is_started);
    EXPECT_TRUE(trace.given.empty()) << "to its observer this is the start";
    EXPECT_EQ(match.ticks_told(), 12U);
    EXPECT_EQ(match.chain_told(), others.hashes.chain);
    EXPECT_EQ(match.history().find(12)->state, others.state);
    EXPECT_EQ(match.chain_at(11), std::nullopt);
    EXPECT_EQ(match.chain_at(12), others.hashes.chain);
    for (int tick = 0; tick < 8; ++tick) {
        ASSERT_TRUE(match.step(OneSide::record(3)).has_value());
    }
    EXPECT_EQ(match.timeline().hashes(), others.match.timeline().hashes());
    EXPECT_EQ(trace.chain, others.trace.chain);
}

TEST(MatchTest, TheChainAfterEveryTickThatWasPlayedIsKnown) {
    const Others others;
    OneSide side;
    EXPECT_EQ(side.match.chain_at(0), side.match.ready().chain);
    EXPECT_EQ(side.match.chain_at(1), std::nullopt);
    ASSERT_TRUE(side.match.confirm(4).has_value());
    side.step(11);
    side.match.history().forget_before(8);
    for (std::uint64_t ticks = 0; ticks <= 11; ++ticks) {
        EXPECT_EQ(side.match.chain_at(ticks), others.match.chain_at(ticks)) << ticks;
    }
    ASSERT_TRUE(side.match.go_back(9).has_value());
    EXPECT_TRUE(side.match.chain_at(9).has_value());
    EXPECT_EQ(side.match.chain_at(10), std::nullopt) << "it is taken back";
    side.step(1, 5);
    EXPECT_NE(side.match.chain_at(10), others.match.chain_at(10));
    ASSERT_TRUE(
        side.match.go_on_from(12, others.state, others.hashes, others.last_record).has_value());
    EXPECT_EQ(side.match.chain_at(10), std::nullopt) << "it was another history";
    EXPECT_EQ(side.match.chain_at(12), others.hashes.chain);
    side.step(8, 3);
    EXPECT_EQ(side.match.chain_at(20), others.match.chain_at(20));
    EXPECT_EQ(Match(sim::erase<Counter>(), nullptr, 0).chain_at(0), std::nullopt);
}

}  // namespace
}  // namespace tandem::test
