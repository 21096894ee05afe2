// SPDX-License-Identifier: MIT
// What goes to a peer: everything it has not acknowledged, oldest first, in turns where that is too
// much for one flush.
#include <tandem/net/session/peer.hpp>

#include <gtest/gtest.h>

#include <set>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

constexpr std::uint64_t k_token = 99;

struct Link {
    Link()
        : match(sim::erase<WideInput>(), Slot{0}, scripted(Slot{0}), nullptr, 0),
          peer(net::PeerId{1}, Time{0}) {
        EXPECT_TRUE(match.reset(make_setup(sim::erase<WideInput>().info(), 2)).has_value());
        EXPECT_TRUE(match.start().has_value());
        peer.token = k_token;
        peer.stage = net::PeerStage::ready;
        peer.slot = Slot{1};
        peer.slots = {0};
    }
    // The ticks of our inputs in one flush, in the order of sending.
    std::vector<std::uint64_t> flush() {
        std::vector<std::uint64_t> ticks;
        for (const sim::Bytes& bytes : peer.make_packets(match, Time{0})) {
            const auto payload = net::check_tag(k_token, bytes);
            const auto packet = net::decode_packet(*payload);
            for (const net::Run& run : packet->runs) {
                for (std::uint64_t index = 0; run.stream == 0 && index < run.count; ++index) {
                    ticks.push_back(run.first + index);
                }
            }
            packets += 1;
        }
        return ticks;
    }

    net::Match match;
    net::Peer peer;
    std::size_t packets = 0;
};

TEST(PeerTest, EveryFlushRepeatsAllThatIsNotAcknowledgedOldestFirst) {
    Link link;
    link.match.ask_until(3);
    EXPECT_EQ(link.flush(), (std::vector<std::uint64_t>{0, 1, 2}));
    link.match.ask_until(4);
    EXPECT_EQ(link.flush(), (std::vector<std::uint64_t>{0, 1, 2, 3}));
    EXPECT_TRUE(link.peer.take_ack(link.match, {0, 2}));
    EXPECT_TRUE(link.peer.take_ack(link.match, {0, 1}))
        << "an old acknowledgement takes nothing back";
    EXPECT_EQ(link.flush(), (std::vector<std::uint64_t>{2, 3}));
    EXPECT_TRUE(link.peer.awaits_acks(link.match));
    EXPECT_TRUE(link.peer.take_ack(link.match, {0, 4}));
    EXPECT_TRUE(link.flush().empty());
    EXPECT_FALSE(link.peer.awaits_acks(link.match));
    EXPECT_FALSE(link.peer.take_ack(link.match, {0, 5})) << "never sent";
}

TEST(PeerTest, AWindowLargerThanAFlushGoesOutInTurns) {
    Link link;
    link.match.ask_until(50);  // of 1,000 bytes each: one for each packet
    std::set<std::uint64_t> seen;
    for (int round = 0; round < 7; ++round) {
        const auto ticks = link.flush();
        EXPECT_FALSE(ticks.empty());
        EXPECT_LE(ticks.size(), 8U);
        seen.insert(ticks.begin(), ticks.end());
    }
    EXPECT_EQ(seen.size(), 50U) << "no input starves";
    EXPECT_EQ(link.flush().front(), 0U) << "and then from the oldest again";
}

TEST(PeerTest, TheirHistoryIsComparedInOrderAndStopsAtTheFirstDifference) {
    Link link;
    link.match.ask_until(4);
    sim::Bytes inputs(4 * 1000);
    ASSERT_TRUE(link.match.take_inputs({1, 0, 4, inputs}).has_value());
    sim::Bytes chain;
    while (!link.match.missing()) {
        ASSERT_TRUE(link.match.step().has_value());
        const bool is_bad = link.match.ticks_done() == 3;
        sim::append_le(chain, link.match.timeline().chain().value + (is_bad ? 1U : 0U));
    }
    // The later half first: nothing can be compared yet.
    const sim::ByteView view(chain);
    ASSERT_TRUE(link.peer.take_chain({net::k_chain_stream, 2, 2, view.subspan(16)}).has_value());
    EXPECT_FALSE(link.peer.compare(link.match.history()).has_value());
    EXPECT_EQ(link.peer.ticks_compared, 0U);
    ASSERT_TRUE(link.peer.take_chain({net::k_chain_stream, 0, 2, view.first(16)}).has_value());
    const auto theirs = link.peer.compare(link.match.history());
    ASSERT_TRUE(theirs.has_value());
    EXPECT_EQ(link.peer.ticks_compared, 2U) << "two ticks agree, the third is the bad one";
    EXPECT_EQ(theirs->value, link.match.history().find(3)->hashes.chain.value + 1);
}

TEST(PeerTest, WhoeverAgreesOnATickNeedNotAcknowledgeItsInputs) {
    Link link;
    link.match.ask_until(4);
    ASSERT_TRUE(link.match.take_inputs({1, 0, 3, sim::Bytes(3 * 1000)}).has_value());
    sim::Bytes chain;
    while (!link.match.missing()) {
        ASSERT_TRUE(link.match.step().has_value());
        sim::append_le(chain, link.match.timeline().chain().value);
    }
    ASSERT_TRUE(link.peer.take_chain({net::k_chain_stream, 0, 3, chain}).has_value());
    EXPECT_FALSE(link.peer.compare(link.match.history()).has_value());
    EXPECT_EQ(link.peer.ticks_compared, 3U);
    EXPECT_EQ(link.flush(), std::vector<std::uint64_t>{3}) << "only the tick that is to come";
}

TEST(PeerTest, PacketsWithoutATokenOrWithAnotherOneAreNotOurs) {
    Link link;
    const sim::Bytes packet = net::tag_packet(k_token + 1, sim::Bytes{std::byte{0}});
    EXPECT_FALSE(link.peer.unprotect(net::Channel::unreliable, packet).has_value());
    link.peer.token.reset();
    EXPECT_FALSE(link.peer.unprotect(net::Channel::unreliable, packet).has_value());
}

}  // namespace
}  // namespace tandem::test
