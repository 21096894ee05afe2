// SPDX-License-Identifier: MIT
// Nothing of a match is lost from the sums, and what is kept of it is bounded.
#include <tandem/tools/netview/net_log.hpp>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

using net::WaitingFor;

TEST(NetLog, SamplesOnceASecondWhatWasSeenTenTimes) {
    NetLog log;
    EXPECT_FALSE(log.wants_look(at_ms(0)));
    log.on_event(a_start({"ann", "bob"}), at_ms(500));
    for (std::int64_t ms = 500; ms < 3'500; ms += 50) {
        log.update({a_peer(1, ms < 1'500 ? 40 : 60, 3, 10'000)}, a_pace(3, ms / 100),
                   static_cast<std::uint64_t>(ms) / 10, at_ms(ms));
    }
    ASSERT_EQ(log.samples().size(), 3U);
    EXPECT_EQ(log.samples()[0].delay_ticks.count, 10U);
    EXPECT_EQ(log.samples()[1].begin, at_ms(1'000));
    ASSERT_EQ(log.peers(), std::vector{Slot{1}});
    EXPECT_EQ(log.samples()[0].lines[0].round_trip_ms.mean(), 40);
    EXPECT_EQ(log.samples()[1].lines[0].round_trip_ms.mean(), 60);
    EXPECT_EQ(log.totals()[0].round_trip_ms.most, 60);
    EXPECT_EQ(log.totals()[0].loss_percent.mean(), 1);
    EXPECT_EQ(log.totals()[0].slack_there_ticks.least, 2);
    EXPECT_EQ(log.totals()[0].slack_here_ticks.count, 0U);
    EXPECT_EQ(log.ticks(), 340U);
    EXPECT_EQ(log.held(), at_ms(34));
    std::uint64_t ticks = 0;
    for (const NetSample& sample : log.samples()) {
        ticks += sample.ticks;
    }
    EXPECT_EQ(ticks, log.ticks());
}

TEST(NetLog, ASideThatBeginsOnceMoreIsStillInItsMatch) {
    NetLog log;
    log.on_event(a_start({"ann", "bob"}), at_ms(500));
    log.on_event(a_start({"ann", "bob"}), at_ms(9'500));
    log.on_event(a_leave(1), at_ms(10'500));
    EXPECT_EQ(log.length(), at_ms(10'000));
}

TEST(NetLog, IsBoundedAndWholeHoweverLongTheMatchIs) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    constexpr std::int64_t k_looks = 100'000;
    for (std::int64_t i = 0; i < k_looks; ++i) {
        const net::Time now = NetLog::k_look * i;
        log.update({a_peer(1, i % 100)}, a_pace(2, i), static_cast<std::uint64_t>(i), now);
        log.on_event(a_wait(1, WaitingFor::line, false, 250), now);
        log.on_event(a_wait(1, WaitingFor::line, true, 260 + (i == 500 ? 5'000 : 0)), now);
        log.on_event(a_leave(1), now);
        ASSERT_LE(log.samples().size(), NetLog::k_samples_max);
        ASSERT_LE(log.stalls().size(), NetLog::k_stalls_max);
        ASSERT_LE(log.marks().size(), NetLog::k_marks_max);
    }
    EXPECT_GT(log.samples().size(), NetLog::k_samples_max / 2);
    std::uint64_t looks = 0;
    for (std::size_t i = 0; i < log.samples().size(); ++i) {
        looks += log.samples()[i].lines[0].round_trip_ms.count;
        if (i > 0) {
            EXPECT_GT(log.samples()[i].begin, log.samples()[i - 1].begin);
        }
    }
    EXPECT_EQ(looks, std::uint64_t{k_looks});
    EXPECT_EQ(log.totals()[0].round_trip_ms.count, std::uint64_t{k_looks});
    EXPECT_EQ(log.stalls_dropped(), k_looks - NetLog::k_stalls_max);
    EXPECT_EQ(log.marks_dropped(), k_looks - NetLog::k_marks_max);
    EXPECT_EQ(log.stall_totals().at({1, WaitingFor::line}).count, std::uint64_t{k_looks});
    // The longest stall is never the one that is dropped.
    EXPECT_TRUE(std::any_of(log.stalls().begin(), log.stalls().end(), [](const MatchStall& stall) {
        return stall.end - stall.begin == at_ms(5'260);
    }));
}

TEST(NetLog, AStallIsAsLongAsItsEndSaysAndHasItsLastReason) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'250));
    ASSERT_TRUE(log.open_stall());
    EXPECT_EQ(log.open_stall()->begin, at_ms(1'000));
    log.update({}, a_pace(1), 1, at_ms(2'000));
    EXPECT_EQ(log.stall_totals().at({1, WaitingFor::line}).time, at_ms(1'000));
    log.on_event(a_wait(1, WaitingFor::frozen, true, 1'500), at_ms(2'500));
    EXPECT_FALSE(log.open_stall());
    ASSERT_EQ(log.stalls().size(), 1U);
    EXPECT_EQ(log.stalls()[0].why, WaitingFor::frozen);
    EXPECT_EQ(log.stalls()[0].begin, at_ms(1'000));
    EXPECT_EQ(log.stalls()[0].end, at_ms(2'500));
    EXPECT_EQ(log.stall_totals().size(), 1U);
}

TEST(NetLog, AStallThatBeginsWithinAnotherIsAStallOfItsOwn) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'000));
    log.on_event(a_wait(2, WaitingFor::machine, false, 250), at_ms(2'000));
    log.on_event(a_wait(1, WaitingFor::line, true, 1'500), at_ms(2'250));
    log.on_event(a_wait(2, WaitingFor::machine, true, 1'250), at_ms(3'000));
    ASSERT_EQ(log.stalls().size(), 2U);
    EXPECT_EQ(log.stalls()[0].slot, Slot{1});
    EXPECT_EQ(log.stalls()[1].slot, Slot{2});
    EXPECT_EQ(log.stalls()[1].end, at_ms(3'000));
}

TEST(NetLog, WhatAHostOnlyRelaysItDoesNotPlay) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    log.update({a_peer(1, 40)}, a_pace(2, 0), 100, at_ms(100));
    log.on_event(a_leave(log.own().index), at_ms(150));
    log.update({a_peer(1, 40)}, a_pace(2, 0), 200, at_ms(3'000));
    EXPECT_EQ(log.ticks(), 100U);
}

TEST(NetLog, TheEndEndsAStallAndNothingCountsBehindIt) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    log.on_event(a_wait(1, WaitingFor::inputs, false, 250), at_ms(4'000));
    log.on_event(a_leave(1), at_ms(8'000));
    net::Ended end = an_end(123);
    end.error = sim::Error{sim::ErrorCode::network, "", "the other side is gone"};
    log.on_event(end, at_ms(9'000));
    ASSERT_EQ(log.stalls().size(), 1U);
    EXPECT_EQ(log.stalls()[0].end, at_ms(9'000));
    EXPECT_EQ(log.ticks(), 123U);
    ASSERT_EQ(log.marks().size(), 2U);
    EXPECT_EQ(log.marks()[0].text, "player 1 is gone");
    EXPECT_EQ(log.marks()[0].at, at_ms(8'000));
    log.on_event(a_leave(1), at_ms(10'000));
    EXPECT_FALSE(log.wants_look(at_ms(10'000)));
    EXPECT_EQ(log.marks().size(), 2U);
    EXPECT_EQ(log.length(), at_ms(9'000));
}

TEST(NetLog, OfAPlayerThatTakesNoPartNothingIsCounted) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    net::PeerStatus absent = a_peer(2, 900);
    absent.is_absent = true;
    log.update({a_peer(1, 40), absent}, a_pace(1), 1, at_ms(100));
    EXPECT_EQ(log.peers().size(), 2U);
    EXPECT_EQ(log.totals()[1].round_trip_ms.count, 0U);
}

TEST(NetLog, EveryReasonHasWordsOfItsOwn) {
    std::set<std::string> names;
    std::set<std::string> texts;
    for (const WaitingFor why :
         {WaitingFor::line, WaitingFor::machine, WaitingFor::frozen, WaitingFor::inputs,
          WaitingFor::acknowledgements, WaitingFor::history}) {
        names.insert(why_name(why));
        texts.insert(why_text(why));
    }
    EXPECT_EQ(names.size(), 6U);
    EXPECT_EQ(texts.size(), 6U);
}

TEST(NetFacts, SayOfEachPeerAndEachStallWhatWasMeasured) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    net::PeerStatus absent = a_peer(2, 0);
    absent.is_absent = true;
    log.update({a_peer(1, 40, 4, 20'000), absent}, a_pace(3, 1'900), 5, at_ms(100));
    log.update({a_peer(1, 60, 8, 20'000), absent}, a_pace(3, 1'900), 5, at_ms(200));
    log.on_event(a_wait(2, net::WaitingFor::frozen, false, 250), at_ms(1'000));
    log.on_event(a_wait(2, net::WaitingFor::frozen, true, 1'900), at_ms(2'650));
    EXPECT_EQ(json_line(net_facts(log, a_pace(3, 1'900))),
              R"({"delay_ticks":3,"waited_ms":1900,"peers":[)"
              R"({"player":1,"round_trip_ms":50.0,"round_trip_ms_max":60.0,"jitter_ms":6.0,)"
              R"("loss_percent":2.0,"slack_there_ticks_min":2.0,"slack_here_ticks_min":null},)"
              R"({"player":2,"round_trip_ms":null,"round_trip_ms_max":null,"jitter_ms":null,)"
              R"("loss_percent":null,"slack_there_ticks_min":null,"slack_here_ticks_min":null}],)"
              R"("stalls":[{"player":2,"why":"frozen","count":1,"ms":1900}]})");
}

TEST(NetFacts, OfAMatchThatHardlyWasAreEmptyLists) {
    EXPECT_EQ(json_line(net_facts(NetLog(), a_pace(0))),
              R"({"delay_ticks":0,"waited_ms":0,"peers":[],"stalls":[]})");
}

}  // namespace

}  // namespace tandem::tools::netview
