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

// What is told from looking every ten milliseconds for so long.
std::vector<net::Waiting> told_while(StallTeller& teller, std::optional<StallTeller::Holder> holder,
                                     Time& now, Time span) {
    std::vector<net::Waiting> told;
    for (const Time end = now + span; now < end; now += milliseconds(10)) {
        if (const auto waiting = teller.note(holder, now)) {
            told.push_back(*waiting);
        }
    }
    return told;
}

TEST(StallTellerTest, AStallIsToldOnceAndOnceMoreWhenItIsOver) {
    StallTeller teller;
    Time now{0};
    const StallTeller::Holder holder{Slot{1}, WaitingFor::frozen};
    EXPECT_TRUE(told_while(teller, holder, now, StallTeller::k_noticed).empty());
    auto told = told_while(teller, holder, now, std::chrono::seconds(60));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].slot, Slot{1});
    EXPECT_EQ(told[0].what, WaitingFor::frozen);
    EXPECT_FALSE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 250U);
    told = told_while(teller, std::nullopt, now, std::chrono::seconds(60));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[0].ms, 60'250U);
}

TEST(StallTellerTest, WhatNobodyNoticesIsNotTold) {
    StallTeller teller;
    Time now{0};
    for (int stall = 0; stall < 50; ++stall) {
        EXPECT_TRUE(told_while(teller, StallTeller::Holder{Slot{1}, WaitingFor::line}, now,
                               milliseconds(240))
                        .empty());
        EXPECT_TRUE(told_while(teller, std::nullopt, now, milliseconds(10)).empty());
    }
}

TEST(StallTellerTest, TheReasonIsTheOneKnownWhenItIsTold) {
    StallTeller teller;
    Time now{0};
    told_while(teller, StallTeller::Holder{Slot{1}, WaitingFor::inputs}, now, milliseconds(100));
    const auto told =
        told_while(teller, StallTeller::Holder{Slot{1}, WaitingFor::line}, now, milliseconds(300));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].what, WaitingFor::line);
    EXPECT_EQ(told[0].ms, 250U) << "and it is the same stall";
}

TEST(StallTellerTest, AnotherHolderIsAnotherStall) {
    StallTeller teller;
    Time now{0};
    told_while(teller, StallTeller::Holder{Slot{1}, WaitingFor::line}, now, milliseconds(400));
    const auto told = told_while(teller, StallTeller::Holder{Slot{2}, WaitingFor::machine}, now,
                                 milliseconds(400));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].slot, Slot{1});
    EXPECT_TRUE(told[0].is_over);
    EXPECT_EQ(told[1].slot, Slot{2});
    EXPECT_EQ(told[1].what, WaitingFor::machine);
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
    link.note_heard(milliseconds(300));
    EXPECT_EQ(reason(300), WaitingFor::inputs);
    link.liveness.owe(Owed::acknowledgements, milliseconds(9));
    EXPECT_EQ(reason(300), WaitingFor::acknowledgements);
    link.liveness.owe(Owed::history, milliseconds(10));
    EXPECT_EQ(reason(300), WaitingFor::history);
    net::TimeTold told;
    told.strain = net::wire::Strain::slow;
    pace.note_packet(k_stalled, told, milliseconds(300));
    EXPECT_EQ(reason(900), WaitingFor::machine);
    ++told.number;
    told.strain = net::wire::Strain::frozen;
    pace.note_packet(k_stalled, told, milliseconds(301));
    EXPECT_EQ(reason(900), WaitingFor::frozen);
}

}  // namespace
}  // namespace tandem::test
