// SPDX-License-Identifier: MIT
// Whoever says the word is a peer; nobody else is heard of.
#include <gtest/gtest.h>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/lab/match/guarded_transport.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using Kind = net::TransportEvent::Kind;

constexpr std::uint64_t k_word = 0x0123'4567'89AB'CDEF;

sim::Bytes word_of(std::uint64_t word) {
    sim::Bytes bytes;
    sim::append_le(bytes, word);
    return bytes;
}

// A host with a guarded transport, and two that connect to it.
class MatchGuardedTransport : public testing::Test {
protected:
    std::vector<net::TransportEvent> events_of(net::Transport& transport) {
        host_.flush();
        near_.flush();
        stranger_.flush();
        now_ += std::chrono::milliseconds(1);
        network_.advance(now_);
        return transport.poll({});
    }

    net::SimulatedNetwork network_{1};
    net::Transport& host_ = network_.add_endpoint();
    net::Transport& near_ = network_.add_endpoint();
    net::Transport& stranger_ = network_.add_endpoint();
    GuardedTransport guarded_{host_, k_word, true};
    net::Time now_{0};
};

TEST_F(MatchGuardedTransport, AGuestWithTheWordIsAPeerFromItsWordOn) {
    network_.connect(1, 0);
    GuardedTransport guest(near_, k_word, false);
    const auto connected = events_of(guest);
    ASSERT_EQ(connected.size(), 1U);
    EXPECT_EQ(connected[0].kind, Kind::connected);
    guest.send(connected[0].peer, net::Channel::reliable, word_of(7));
    const auto heard = events_of(guarded_);
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_EQ(heard[0].kind, Kind::connected);
    EXPECT_EQ(heard[1].kind, Kind::packet);
    EXPECT_EQ(heard[1].bytes, word_of(7));
    EXPECT_EQ(heard[0].peer, heard[1].peer);
}

TEST_F(MatchGuardedTransport, AStrangerThatCameFirstIsNoPeerAndIsSentAway) {
    network_.connect(2, 0);
    EXPECT_TRUE(events_of(guarded_).empty());
    network_.inject(2, 0, net::Channel::unreliable, word_of(k_word));
    EXPECT_TRUE(events_of(guarded_).empty());
    network_.inject(2, 0, net::Channel::reliable, word_of(k_word + 1));
    EXPECT_TRUE(events_of(guarded_).empty());
    bool is_sent_away = false;
    for (int i = 0; i < 5; ++i) {
        for (const net::TransportEvent& event : events_of(stranger_)) {
            is_sent_away = is_sent_away || event.kind == Kind::disconnected;
        }
    }
    EXPECT_TRUE(is_sent_away);
    EXPECT_TRUE(events_of(guarded_).empty());
    network_.connect(1, 0);
    network_.inject(1, 0, net::Channel::reliable, word_of(k_word));
    ASSERT_EQ(events_of(guarded_).size(), 1U);
}

}  // namespace
}  // namespace tandem::test
