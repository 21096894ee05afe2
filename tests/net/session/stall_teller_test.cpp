// SPDX-License-Identifier: MIT
// One line when a stall begins to be noticed, one when it is over, and why.
#include <tandem/net/session/stall_teller.hpp>

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

using net::Owed;
using net::PeerId;
using net::StallTeller;
using net::Time;
using net::WaitingFor;
using std::chrono::milliseconds;

// A match that stands while somebody holds it up.
struct Stood {
    // What is told from looking every ten milliseconds for so long. Where nobody holds it up, a
    // tick is played at each look.
    std::vector<net::Waiting> told_while(std::optional<StallTeller::Holder> holder, Time span) {
        return told_while(holder, span, !holder);
    }
    std::vector<net::Waiting> told_while(std::optional<StallTeller::Holder> holder, Time span,
                                         bool plays) {
        std::vector<net::Waiting> told;
        for (const Time end = now + span; now < end; now += milliseconds(10)) {
            ticks_done += plays ? 1U : 0U;
            if (const auto waiting = teller.find_stall(holder, ticks_done, now)) {
                told.push_back(*waiting);
            }
        }
        return told;
    }

    StallTeller teller;
    Time now{0};
    std::uint64_t ticks_done = 0;
};

TEST(StallTellerTest, AStallIsToldOnceAndOnceMoreWhenItIsOver) {
    Stood match;
    const StallTeller::Holder holder{Slot{1}, WaitingFor::frozen};
    EXPECT_TRUE(match.told_while(holder, StallTeller::k_noticed).empty());
    auto told = match.told_while(holder, std::chrono::seconds(60));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].slot, Slot{1});
    EXPECT_EQ(told[0].what, WaitingFor::frozen);
    EXPECT_FALSE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 250U);
    told = match.told_while(std::nullopt, std::chrono::seconds(60));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 60'250U);
}

TEST(StallTellerTest, WhatNobodyNoticesIsNotTold) {
    Stood match;
    for (int stall = 0; stall < 50; ++stall) {
        EXPECT_TRUE(
            match.told_while(StallTeller::Holder{Slot{1}, WaitingFor::line}, milliseconds(240))
                .empty());
        EXPECT_TRUE(match.told_while(std::nullopt, milliseconds(10)).empty());
    }
}

TEST(StallTellerTest, TheReasonIsTheOneKnownWhenItIsTold) {
    Stood match;
    match.told_while(StallTeller::Holder{Slot{1}, WaitingFor::inputs}, milliseconds(100));
    const auto told =
        match.told_while(StallTeller::Holder{Slot{1}, WaitingFor::line}, milliseconds(300));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].what, WaitingFor::line);
    EXPECT_EQ(told[0].ms, 250U) << "and it is the same stall";
}

TEST(StallTellerTest, AnotherHolderIsAnotherStall) {
    Stood match;
    match.told_while(StallTeller::Holder{Slot{1}, WaitingFor::line}, milliseconds(400));
    ++match.ticks_done;
    const auto told =
        match.told_while(StallTeller::Holder{Slot{2}, WaitingFor::machine}, milliseconds(400));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].slot, Slot{1});
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[1].slot, Slot{2});
    EXPECT_EQ(told[1].what, WaitingFor::machine);
}

// One's own hitch lets nobody be blamed for a while, and not the match go on.
TEST(StallTellerTest, AStallGoesOnUntilATickWasPlayed) {
    Stood match;
    const StallTeller::Holder holder{Slot{0}, WaitingFor::line};
    EXPECT_EQ(match.told_while(holder, milliseconds(400)).size(), 1U);
    EXPECT_TRUE(match.told_while(std::nullopt, std::chrono::seconds(2), false).empty());
    EXPECT_TRUE(match.told_while(holder, milliseconds(400)).empty());
    const auto told = match.told_while(std::nullopt, milliseconds(20));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 2'800U) << "it was one stall";
}

TEST(StallTellerTest, WithoutATickAnotherHolderIsTheSameStall) {
    Stood match;
    match.told_while(StallTeller::Holder{Slot{1}, WaitingFor::line}, milliseconds(400));
    auto told =
        match.told_while(StallTeller::Holder{Slot{2}, WaitingFor::machine}, milliseconds(400));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].slot, Slot{2});
    EXPECT_FALSE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 650U);
    told = match.told_while(std::nullopt, milliseconds(10));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].slot, Slot{2});
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 800U);
}

TEST(StallTellerTest, TheReasonIsWhatThePeerSaysOfItselfElseSilenceElseWhatItOwes) {
    constexpr PeerId k_stalled{4};
    net::Pace pace({TickRate{50}, std::nullopt, true});
    pace.add_peer(k_stalled, milliseconds(10));
    net::Link link(k_stalled, {0}, 2, Time{0});
    const auto reason = [&](int at_ms) {
        return net::waiting_for(link, pace, milliseconds(at_ms));
    };
    EXPECT_EQ(reason(199), WaitingFor::inputs);
    EXPECT_EQ(reason(200), WaitingFor::line);
    link.on_heard(milliseconds(300));
    EXPECT_EQ(reason(300), WaitingFor::inputs);
    link.liveness.owe(Owed::acknowledgements, milliseconds(9));
    EXPECT_EQ(reason(300), WaitingFor::acknowledgements);
    link.liveness.owe(Owed::history, milliseconds(10));
    EXPECT_EQ(reason(300), WaitingFor::history);
    net::TimeTold told;
    told.strain = net::wire::Strain::slow;
    pace.on_packet(k_stalled, told, milliseconds(300));
    EXPECT_EQ(reason(900), WaitingFor::machine);
    ++told.number;
    told.strain = net::wire::Strain::frozen;
    pace.on_packet(k_stalled, told, milliseconds(301));
    EXPECT_EQ(reason(900), WaitingFor::frozen);
}

}  // namespace
}  // namespace tandem::test
