// SPDX-License-Identifier: MIT
// Connections and what is to be sent to them, in order.
#include <tandem/net/session/peers.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace tandem::test {
namespace {

using net::Outgoing;
using net::Owed;
using net::PeerId;
using net::Peers;
using net::Time;
using std::chrono::milliseconds;
using std::chrono::seconds;

void give_slot(net::Peer& peer, std::uint32_t slot) {
    peer.slot = Slot{slot};
    peer.link.emplace(peer.id, std::vector<std::uint32_t>{0}, 4, Time{0});
}

TEST(PeersTest, APlayerIsFoundByItsSlotOnceItHasOne) {
    Peers peers;
    peers.connect(PeerId{5}, seconds(1));
    EXPECT_EQ(peers.find(PeerId{5})->since, seconds(1));
    EXPECT_EQ(peers.find(PeerId{6}), nullptr);
    EXPECT_EQ(peers.player(Slot{0}), nullptr) << "it has no slot yet";
    give_slot(*peers.find(PeerId{5}), 2);
    EXPECT_EQ(peers.player(Slot{2}), peers.find(PeerId{5}));
    EXPECT_EQ(peers.player(Slot{1}), nullptr);
    peers.close(PeerId{5});
    EXPECT_EQ(peers.player(Slot{2}), nullptr);
}

TEST(PeersTest, WhatIsSentComesOutInOrderAndOnce) {
    Peers peers;
    peers.connect(PeerId{1}, Time{0});
    peers.send(PeerId{1}, net::Greeting{4});
    peers.append_packet(PeerId{1}, sim::Bytes(7));
    peers.close(PeerId{1});
    peers.close(PeerId{1});
    peers.send(PeerId{1}, net::Greeting{4});
    const auto outgoing = peers.extract_outgoing();
    ASSERT_EQ(outgoing.size(), 3U) << "nothing after the end";
    EXPECT_EQ(outgoing[0].kind, Outgoing::Kind::packet);
    EXPECT_EQ(outgoing[0].channel, net::Channel::reliable);
    EXPECT_EQ(outgoing[0].bytes, net::encode_message(net::Greeting{4}));
    EXPECT_EQ(outgoing[1].channel, net::Channel::unreliable);
    EXPECT_EQ(outgoing[1].bytes.size(), 7U);
    EXPECT_EQ(outgoing[2].kind, Outgoing::Kind::close);
    EXPECT_TRUE(peers.extract_outgoing().empty());
}

TEST(PeersTest, AllAreThoseWithASlotButOne) {
    Peers peers;
    for (std::uint32_t id = 1; id <= 4; ++id) {
        peers.connect(PeerId{id}, Time{0});
        if (id != 2) {
            give_slot(*peers.find(PeerId{id}), id);
        }
    }
    peers.send_to_all(net::Greeting{4}, PeerId{3});
    std::vector<std::uint32_t> to;
    for (const Outgoing& outgoing : peers.extract_outgoing()) {
        to.push_back(outgoing.peer.value);
    }
    EXPECT_EQ(to, (std::vector<std::uint32_t>{1, 4}));
}

TEST(PeersTest, AFarewellGoesToThoseWithoutASlotToo) {
    net::Peers peers;
    peers.connect(PeerId{1}, Time{0});
    give_slot(peers.connect(PeerId{2}, Time{0}), 1);
    peers.send_parting(net::Bye{sim::EndReason::interrupted, "enough"});
    EXPECT_EQ(peers.extract_outgoing().size(), 2U);
}

// Messages from before would be of another connection.
TEST(PeersTest, AReconnectLeavesNobodyAndIsToldAfterWhatWasSaid) {
    Peers peers;
    net::Peer& peer = peers.connect(PeerId{1}, Time{0}, sim::Bytes(32));
    EXPECT_EQ(peer.connection.size(), 32U);
    peers.send(PeerId{1}, net::Greeting{4});
    peers.reconnect();
    EXPECT_TRUE(peers.all().empty());
    EXPECT_EQ(peers.find(PeerId{1}), nullptr);
    EXPECT_EQ(peer.id, PeerId{1}) << "who looks at it meanwhile may";
    peers.send(PeerId{1}, net::Greeting{4});
    const auto outgoing = peers.extract_outgoing();
    ASSERT_EQ(outgoing.size(), 2U);
    EXPECT_EQ(outgoing[0].kind, Outgoing::Kind::packet);
    EXPECT_EQ(outgoing[1].kind, Outgoing::Kind::reconnect);
    peers.connect(PeerId{2}, seconds(1));
    EXPECT_NE(peers.find(PeerId{2}), nullptr);
}

TEST(PeersTest, ThoseWhoAreGivenAStateHearWhatAllHear) {
    Peers peers;
    peers.connect(PeerId{1}, Time{0});
    peers.connect(PeerId{2}, Time{0}).comer.emplace();
    peers.connect(PeerId{3}, Time{0}).comer.emplace().gift = std::make_shared<net::Gift>();
    peers.send_to_all(net::Greeting{4});
    const auto outgoing = peers.extract_outgoing();
    ASSERT_EQ(outgoing.size(), 1U) << "they were told a place, and follow the match from there";
    EXPECT_EQ(outgoing[0].peer, PeerId{3});
}

TEST(PeersTest, ARoundTripIsTheQuickestAnswerAndAtMostASecond) {
    net::Peer peer;
    peer.asked = seconds(10);
    EXPECT_FALSE(peer.round_trip.has_value());
    peer.on_answer(seconds(14));
    EXPECT_EQ(peer.round_trip, Time(seconds(1))) << "a message that was lost several times";
    peer.on_answer(seconds(10) + milliseconds(60));
    EXPECT_EQ(peer.round_trip, Time(milliseconds(60)));
    peer.on_answer(seconds(10) + milliseconds(90));
    EXPECT_EQ(peer.round_trip, Time(milliseconds(60)));
}

TEST(PeersTest, ASentenceNamesWhoAndWhatItDidNotDo) {
    net::Peer peer;
    EXPECT_EQ(peer.text(), "the other side");
    give_slot(peer, 1);
    EXPECT_EQ(peer.text(), "player 1");
    peer.name = "Anna";
    EXPECT_EQ(peer.text(), "player 1 (Anna)");
    EXPECT_EQ(net::progress_text(peer, Owed::any_sign, 5'000),
              "nothing was heard of player 1 (Anna) for 5000 ms");
    EXPECT_EQ(net::progress_text(peer, Owed::inputs, 5'000),
              "player 1 (Anna) is heard, but gave no inputs, or hardly any, for 5000 ms");
    EXPECT_EQ(net::progress_text(peer, Owed::acknowledgements, 70),
              "player 1 (Anna) is heard, but acknowledged no inputs for 70 ms");
    peer.link->receive_hash({12, 0});
    EXPECT_EQ(net::progress_text(peer, Owed::history, 5'000),
              "player 1 (Anna) is heard, but told nothing new of its ticks after tick 12 for 5000 "
              "ms");
}

}  // namespace
}  // namespace tandem::test
