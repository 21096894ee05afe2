// SPDX-License-Identifier: MIT
// What a side does and is told stands in its trace. (Whole matches are traced in netsim's tests and
// from end to end.)
#include <tandem/tools/netview/match_trace.hpp>

#include <gtest/gtest.h>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/netview/a_match.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::tools::netview {
namespace {

using net::PeerId;
using net::WaitingFor;

class MatchTraces : public testing::Test {
protected:
    MatchTrace make(PacketLanes lanes) {
        return MatchTrace(
            writer_, arrows_,
            {.number = 0,
             .name = "host",
             .lanes = lanes,
             .input_schema = &sim::GameModel<test::Counter>::game_info().input_schema});
    }
    nlohmann::json finished() {
        writer_.finish(at_ms(60'000));
        const auto trace = test::read_trace(text_);
        EXPECT_EQ(test::problems_of(trace), std::vector<std::string>{});
        return trace;
    }

    std::string text_;
    TraceWriter writer_{[this](std::string_view piece) { text_ += piece; }};
    EchoArrows arrows_;
};

net::Ticked a_tick(std::uint64_t number) {
    return {sim::Tick{number}, sim::StateHash{}, sim::ChainHash{0xABCDEF}};
}

TEST_F(MatchTraces, ATickLastsUntilTheNextOneIsPlayed) {
    MatchTrace trace = make(PacketLanes::at_own_process);
    trace.on_event(a_tick(0), at_ms(1'000));
    trace.on_event(a_tick(1), at_ms(1'016));
    const auto events = test::events_named(finished(), "tick 0");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0]["dur"], 15'999.999);
    EXPECT_EQ(events[0]["args"]["chain"], "0000000000abcdef");
}

TEST_F(MatchTraces, AStallIsASliceFromItsBeginningToItsEnd) {
    MatchTrace trace = make(PacketLanes::at_own_process);
    trace.on_event(a_start({"", ""}), at_ms(0));
    trace.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'250));
    trace.on_event(a_wait(1, WaitingFor::frozen, true, 2'000), at_ms(3'000));
    trace.on_event(a_wait(1, WaitingFor::machine, false, 250), at_ms(9'000));
    const auto all = finished();
    const auto stalls = test::events_named(all, "player 1: its line or machine");
    ASSERT_EQ(stalls.size(), 1U);
    EXPECT_EQ(stalls[0]["ph"], "B");
    EXPECT_EQ(stalls[0]["ts"], 1'000'000.0);
    EXPECT_EQ(stalls[0]["args"]["why"], "line");
    EXPECT_EQ(test::count_events(all,
                                 [](const auto& event) {
                                     return event["ph"] == "E" && event["ts"] == 3'000'000.0 &&
                                            event["args"]["why_at_end"] == "frozen";
                                 }),
              1U);
    EXPECT_EQ(test::events_named(all, "player 1: its machine").size(), 1U);
}

TEST_F(MatchTraces, ADesyncIsDrawnAcrossAllProcesses) {
    MatchTrace trace = make(PacketLanes::at_own_process);
    trace.on_event(a_start({"", ""}), at_ms(0));
    net::Desynced desync;
    desync.text = "tick 7 differs";
    trace.on_event(desync, at_ms(500));
    trace.on_event(a_leave(1), at_ms(600));
    trace.on_event(an_end(7), at_ms(700));
    const auto all = finished();
    const auto found = test::events_named(all, "desync");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0]["s"], "g");
    EXPECT_EQ(found[0]["args"]["text"], "tick 7 differs");
    EXPECT_EQ(test::events_named(all, "left")[0]["s"], "t");
}

TEST_F(MatchTraces, OfOneSideAPeerIsAProcessNamedByItsSlot) {
    MatchTrace trace = make(PacketLanes::at_peer_process);
    trace.arrived({net::TransportEvent::Kind::packet, PeerId{4}, net::Channel::reliable,
                   net::encode_message(net::Hello{})},
                  at_ms(10));
    net::Welcome welcome;
    welcome.slot = 1;
    trace.sent(PeerId{4}, net::Channel::reliable, net::encode_message(welcome), at_ms(12));
    trace.on_event(a_start({"ann", "b\xff"}), at_ms(20));
    // Another one that only asked.
    trace.arrived({net::TransportEvent::Kind::packet, PeerId{5}, net::Channel::reliable,
                   net::encode_message(net::Greeting{4})},
                  at_ms(30));
    trace.arrived({net::TransportEvent::Kind::disconnected, PeerId{5}, {}, {}}, at_ms(31));
    trace.arrived({net::TransportEvent::Kind::disconnected, PeerId{4}, {}, {}}, at_ms(32));
    trace.update({a_peer(1, 40)}, a_pace(3), at_ms(1'000));
    const auto all = finished();
    std::vector<std::string> names;
    for (const auto& event : test::events_named(all, "process_name")) {
        names.push_back(event["args"]["name"]);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"player 1 (b\\xff), as seen from here",
                                               "player 0 (ann), this side",
                                               "a connection without a player"}));
    EXPECT_EQ(test::events_named(all, "welcome").size(), 1U);
    EXPECT_EQ(test::events_named(all, "round trip of player 1, ms")[0]["args"]["value"], 40.0);
}

TEST_F(MatchTraces, OfAGuestThePeerIsPlayerZero) {
    MatchTrace trace = make(PacketLanes::at_peer_process);
    net::Welcome welcome;
    welcome.slot = 1;
    trace.arrived({net::TransportEvent::Kind::packet, PeerId{0}, net::Channel::reliable,
                   net::encode_message(welcome)},
                  at_ms(12));
    net::Started started = a_start({"ann", "bob"});
    started.own = Slot{1};
    trace.on_event(started, at_ms(20));
    std::vector<std::string> names;
    for (const auto& event : test::events_named(finished(), "process_name")) {
        names.push_back(event["args"]["name"]);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"player 0 (ann), as seen from here",
                                               "player 1 (bob), this side"}));
}

TEST_F(MatchTraces, WhatIsNoPacketOfTheMatchIsDrawnAllTheSame) {
    MatchTrace trace = make(PacketLanes::at_own_process);
    trace.arrived({net::TransportEvent::Kind::packet, PeerId{1}, net::Channel::unreliable,
                   sim::Bytes(1, std::byte{255})},
                  at_ms(10));
    const auto found = test::events_named(finished(), "packet");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0]["args"]["bytes"], 1U);
}

using Kind = ArrowEnd::Kind;

TEST(Arrows, OfBothSidesLeadFromSendingToArrivalOnce) {
    PassageArrows arrows;
    const sim::Bytes one(3, std::byte{1});
    const sim::Bytes two(3, std::byte{2});
    const ArrowEnd first = arrows.sent({0, 1, one, nullptr});
    const ArrowEnd second = arrows.sent({0, 1, two, nullptr});
    EXPECT_EQ(first.kind, Kind::begins);
    EXPECT_NE(first.id, second.id);
    // The same bytes on another way are another packet.
    EXPECT_EQ(arrows.arrived({0, 1, one, nullptr}).kind, Kind::none);
    EXPECT_EQ(arrows.arrived({2, 0, one, nullptr}).kind, Kind::none);
    // Overtaken, and a duplicate.
    EXPECT_EQ(arrows.arrived({1, 0, two, nullptr}).id, second.id);
    EXPECT_EQ(arrows.arrived({1, 0, one, nullptr}).id, first.id);
    EXPECT_EQ(arrows.arrived({1, 0, one, nullptr}).kind, Kind::none);
}

TEST(Arrows, OfPacketsThatNeverArriveAreForgotten) {
    PassageArrows arrows;
    const sim::Bytes lost(3, std::byte{9});
    arrows.sent({0, 1, lost, nullptr});
    for (std::size_t i = 0; i < PassageArrows::k_under_way_max; ++i) {
        arrows.sent({0, 1, sim::Bytes{std::byte(i & 7), std::byte(i >> 3 & 255)}, nullptr});
    }
    EXPECT_EQ(arrows.arrived({1, 0, lost, nullptr}).kind, Kind::none);
}

PacketGlance glance_of(std::uint8_t number, std::optional<std::uint8_t> answers) {
    PacketGlance glance;
    glance.head.number = number;
    if (answers) {
        glance.head.echo = net::wire::Echo{*answers, 0};
    }
    return glance;
}

TEST(Arrows, OfOneSideLeadToTheFirstAnswerOfThatPeer) {
    EchoArrows arrows;
    const PacketGlance sent = glance_of(7, std::nullopt);
    const ArrowEnd first = arrows.sent({0, 1, {}, &sent});
    const ArrowEnd other = arrows.sent({0, 2, {}, &sent});
    const PacketGlance answer = glance_of(90, 7);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).id, first.id);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).kind, Kind::none);
    const PacketGlance silent = glance_of(91, std::nullopt);
    EXPECT_EQ(arrows.arrived({0, 2, {}, &silent}).kind, Kind::none);
    EXPECT_EQ(arrows.arrived({0, 2, {}, &answer}).id, other.id);
    // A number comes again after 256 packets, and means the later one.
    const ArrowEnd again = arrows.sent({0, 1, {}, &sent});
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).id, again.id);
    // A message has no number, and a peer that is gone no answers.
    EXPECT_EQ(arrows.sent({0, 1, {}, nullptr}).kind, Kind::none);
    arrows.sent({0, 1, {}, &sent});
    arrows.forget(1);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).kind, Kind::none);
}

}  // namespace

}  // namespace tandem::tools::netview
