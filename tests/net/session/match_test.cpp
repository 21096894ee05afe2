// SPDX-License-Identifier: MIT
// One side's knowledge of a match, without any network: what is asked, what is complete, who is
// present, where it ends.
#include <tandem/net/session/match.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

using net::Match;
using sim::Bytes;

struct OneSide {
    explicit OneSide(std::uint32_t players = 2, std::uint64_t rows = ~std::uint64_t{0})
        : setup(make_setup(sim::erase<Relay>().info(), players)),
          match(sim::erase<Relay>(), Slot{0}, scripted(Slot{0}, rows), &trace, 1 << 20) {
        EXPECT_TRUE(match.reset(setup).has_value());
        EXPECT_FALSE(trace.is_started) << "a reset is not yet a start";
        EXPECT_TRUE(match.start().has_value());
    }
    // Inputs of a slot for [first, first + count).
    void give(std::uint8_t slot, std::uint64_t first, std::uint64_t count) {
        const Bytes items(count, std::byte{2});
        const auto taken = match.take_inputs({slot, first, count, items});
        ASSERT_TRUE(taken.has_value()) << taken.error().text();
    }
    std::uint64_t step_all() {
        while (!match.is_complete() && !match.missing()) {
            EXPECT_TRUE(match.step().has_value());
        }
        return match.ticks_done();
    }

    Setup setup;
    Trace trace;
    Match match;
};

TEST(MatchTest, ATickIsSteppedOnceEveryPresentSlotsInputIsThere) {
    OneSide side;
    EXPECT_EQ(side.match.missing(), Slot{0});
    side.match.ask_until(5);
    EXPECT_EQ(side.match.missing(), Slot{1});
    EXPECT_EQ(side.step_all(), 0U);
    side.give(1, 1, 3);
    EXPECT_EQ(side.step_all(), 0U) << "tick 0 is still missing";
    side.give(1, 0, 1);
    EXPECT_EQ(side.match.complete_until(), 4U);
    EXPECT_EQ(side.step_all(), 4U);
    EXPECT_EQ(side.match.asked(), 5U);
}

TEST(MatchTest, NoSourceIsAskedBeyondTheEnd) {
    OneSide side;
    side.match.end_at(7, sim::EndReason::tick_limit, Slot{0});
    side.match.ask_until(100);
    EXPECT_EQ(side.match.asked(), 7U);
    side.give(1, 0, 50);
    EXPECT_EQ(side.step_all(), 7U);
    EXPECT_TRUE(side.match.is_complete());
}

TEST(MatchTest, TheSmallestEndHoldsWithItsOwnReason) {
    OneSide side;
    side.match.end_at(50, sim::EndReason::tick_limit, Slot{0});
    side.match.end_at(20, sim::EndReason::source_ended, Slot{1});
    side.match.end_at(30, sim::EndReason::interrupted, Slot{0});
    EXPECT_EQ(side.match.end_tick(), 20U);
    EXPECT_EQ(side.match.end_reason(), sim::EndReason::source_ended);
    EXPECT_EQ(side.match.end_slot(), Slot{1});
}

TEST(MatchTest, WhoIsLostIsTheReasonWhateverEndWasAgreedOn) {
    OneSide side;
    side.match.end_at(10, sim::EndReason::tick_limit, Slot{0});
    side.match.ask_until(10);
    side.give(1, 0, 10);
    EXPECT_EQ(side.step_all(), 10U);
    side.match.lose_at(10, Slot{1});
    EXPECT_EQ(side.match.end_tick(), 10U);
    EXPECT_EQ(side.match.end_reason(), sim::EndReason::peer_lost);
    EXPECT_EQ(side.match.end_slot(), Slot{1});
    side.match.lose_at(4, Slot{1});
    EXPECT_TRUE(side.match.is_complete()) << "what is simulated cannot be taken back";
}

TEST(MatchTest, AClearedSlotKeepsNothingOfWhoHadIt) {
    Match match(sim::erase<Relay>(), Slot{0}, scripted(Slot{0}), nullptr, 0);
    ASSERT_TRUE(match.reset(make_setup(sim::erase<Relay>().info(), 2)).has_value());
    ASSERT_TRUE(match.take_inputs({1, 0, 3, Bytes(3, std::byte{2})}).has_value());
    EXPECT_EQ(match.inputs(1).next(), 3U);
    match.clear_slot(1);
    EXPECT_EQ(match.inputs(1).next(), 0U);
    EXPECT_FALSE(match.inputs(1).has(0));
}

TEST(MatchTest, OnlyConfirmedTicksAreToldAndTheRestNeverHappened) {
    OneSide side;
    ASSERT_TRUE(side.match.confirm(4).has_value());
    side.match.ask_until(10);
    side.give(1, 0, 10);
    EXPECT_EQ(side.step_all(), 10U);
    EXPECT_EQ(side.trace.ticks, 4U);
    EXPECT_EQ(side.match.ticks_told(), 4U);
    EXPECT_EQ(side.match.chain_told(), side.match.history().find(4)->hashes.chain);
    ASSERT_TRUE(side.match.confirm(7).has_value());
    EXPECT_EQ(side.trace.ticks, 7U);
    ASSERT_TRUE(side.match.finish(sim::EndReason::peer_lost).has_value());
    EXPECT_EQ(side.trace.ticks, 7U);
    EXPECT_EQ(side.trace.end, sim::EndReason::peer_lost);
}

TEST(MatchTest, ASourceThatEndsSaysAtWhichTickAndIsNotAskedAgain) {
    OneSide side(2, 3);
    side.match.ask_until(10);
    ASSERT_TRUE(side.match.source_end().has_value());
    EXPECT_EQ(side.match.source_end()->tick, 3U);
    side.match.ask_until(20);
    EXPECT_EQ(side.match.asked(), 3U);
}

TEST(MatchTest, AnAbsentSlotIsNotWaitedForAndItsPresenceBitIsClear) {
    OneSide side(3);
    side.match.ask_until(10);
    side.give(1, 0, 10);
    side.give(2, 0, 4);
    EXPECT_EQ(side.step_all(), 4U);
    EXPECT_EQ(side.match.missing(), Slot{2});
    side.match.set_absent(2, 4);
    side.match.add_mark({sim::MarkKind::left, sim::Tick{4}, 2, 0, {}});
    EXPECT_EQ(side.step_all(), 10U);
    ASSERT_EQ(side.trace.records.size(), 10U);
    EXPECT_EQ(side.trace.records[3][0], std::byte{0b111});
    EXPECT_EQ(side.trace.records[4][0], std::byte{0b011});
    EXPECT_EQ(side.trace.records[4].size(), 3U);
    ASSERT_EQ(side.trace.marks.size(), 1U);
}

TEST(MatchTest, MarksAreToldBeforeTheirTickAndTheLastOnesBeforeTheEnd) {
    OneSide side;
    side.match.ask_until(10);
    side.give(1, 0, 10);
    side.match.add_mark({sim::MarkKind::stall, sim::Tick{3}, 1, 500, {}});
    side.match.add_mark({sim::MarkKind::note, sim::Tick{99}, 0, 0, "later"});
    while (side.match.ticks_done() < 3) {
        ASSERT_TRUE(side.match.step().has_value());
    }
    EXPECT_TRUE(side.trace.marks.empty());
    ASSERT_TRUE(side.match.step().has_value());
    EXPECT_EQ(side.trace.marks.size(), 1U);
    ASSERT_TRUE(side.match.finish(sim::EndReason::interrupted).has_value());
    ASSERT_EQ(side.trace.marks.size(), 2U);
    EXPECT_EQ(side.trace.end, sim::EndReason::interrupted);
}

TEST(MatchTest, TheHistoryHoldsEveryMomentWithItsState) {
    OneSide side;
    side.match.ask_until(5);
    side.give(1, 0, 5);
    side.step_all();
    for (std::uint64_t ticks = 0; ticks <= 5; ++ticks) {
        const net::Moment* moment = side.match.history().find(ticks);
        ASSERT_NE(moment, nullptr);
        EXPECT_TRUE(moment->has_state);
        EXPECT_EQ(moment->state_hash.value, sim::hash_bytes(moment->state));
        EXPECT_EQ(moment->record.empty(), ticks == 0);
    }
    ASSERT_TRUE(side.match.give_evidence(*side.match.history().find(3)).has_value());
    ASSERT_EQ(side.trace.evidence.size(), 1U);
    EXPECT_EQ(side.trace.evidence[0].ticks_done, 3U);
}

TEST(MatchTest, InputsBeyondTheWindowAreLeftForTheirRepetition) {
    OneSide side;
    const Bytes item{std::byte{1}};
    EXPECT_EQ(*side.match.take_inputs({1, net::k_window_ticks, 1, item}), 0U);
    EXPECT_EQ(*side.match.take_inputs({1, net::k_window_ticks - 1, 1, item}), 1U);
    EXPECT_EQ(*side.match.take_inputs({1, net::k_window_ticks - 1, 1, item}), 0U) << "known";
}

TEST(MatchTest, ForgettingStopsAtWhatIsNotYetSimulated) {
    OneSide side;
    side.match.ask_until(10);
    side.give(1, 0, 3);
    side.step_all();
    side.match.forget_inputs_before(0, 8);
    EXPECT_FALSE(side.match.inputs(0).has(2));
    EXPECT_TRUE(side.match.inputs(0).has(3));
}

}  // namespace
}  // namespace tandem::test
