// SPDX-License-Identifier: MIT
// The simulated network does what its options say, and the same in every run.
#include <tandem/net/transport/simulated/network.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include <tandem/net/wire/terms.hpp>

namespace tandem::test {
namespace {

using net::Channel;
using net::LinkOptions;
using net::PeerId;
using net::SimulatedNetwork;
using net::Time;
using net::TransportEvent;
using std::chrono::milliseconds;

struct Line {
    explicit Line(std::uint64_t seed, LinkOptions links, bool is_sealed = false)
        : network(seed, links, is_sealed ? net::Protection::seal : net::Protection::checksum) {
        sender = &network.add_endpoint();
        receiver = &network.add_endpoint();
        network.connect(0, 1);
        go(std::chrono::seconds(10));
        EXPECT_EQ(arrived.size(), 1U);
        sender->poll(milliseconds(0));
        arrived.clear();
    }
    void go(Time span) {
        for (const Time last = now + span; now < last;) {
            now += milliseconds(1);
            network.advance(now);
            for (TransportEvent& event : receiver->poll(milliseconds(0))) {
                arrived.push_back({now, std::move(event)});
            }
        }
    }
    void send(std::uint32_t count, Channel channel) {
        for (std::uint32_t number = 0; number < count; ++number) {
            sim::Bytes bytes;
            sim::append_le(bytes, number);
            sender->send(PeerId{1}, channel, bytes);
            go(milliseconds(1));
        }
        go(std::chrono::seconds(30));
    }
    std::vector<std::uint32_t> numbers() const {
        std::vector<std::uint32_t> all;
        for (const auto& [when, event] : arrived) {
            all.push_back(sim::load_le<std::uint32_t>(event.bytes.data()));
        }
        return all;
    }

    SimulatedNetwork network;
    net::Transport* sender = nullptr;
    net::Transport* receiver = nullptr;
    Time now{0};
    std::vector<std::pair<Time, TransportEvent>> arrived;
};

TEST(SimulatedNetworkTest, TheLargestMessageArrivesWithItsProtection) {
    Line line(1, LinkOptions{});
    const sim::Bytes largest(net::k_message_bytes_max);
    line.sender->send(PeerId{1}, Channel::reliable, largest);
    line.go(std::chrono::seconds(1));
    ASSERT_EQ(line.arrived.size(), 1U);
    EXPECT_EQ(line.arrived[0].second.bytes.size(), largest.size());
}

TEST(SimulatedNetworkTest, APerfectLineDeliversAllInOrderAfterTheDelay) {
    LinkOptions links;
    links.delay = milliseconds(30);
    Line line(1, links);
    const Time start = line.now;
    line.send(100, Channel::unreliable);
    ASSERT_EQ(line.arrived.size(), 100U);
    for (std::uint32_t number = 0; number < 100; ++number) {
        EXPECT_EQ(line.numbers()[number], number);
        EXPECT_EQ(line.arrived[number].first - start, milliseconds(30 + number));
    }
}

TEST(SimulatedNetworkTest, DuplicatesArriveTwice) {
    LinkOptions links;
    links.duplicate_ppm = 200'000;
    Line doubling(3, links);
    doubling.send(5'000, Channel::unreliable);
    EXPECT_NEAR(static_cast<double>(doubling.arrived.size()), 6'000.0, 150.0);
    EXPECT_EQ(doubling.arrived.size(), 5'000U + doubling.network.statistics().packets_doubled);
}

TEST(SimulatedNetworkTest, ADamagedPacketIsFoundAndNeverDelivered) {
    LinkOptions links;
    links.damage_ppm = 200'000;
    Line damaging(4, links);
    damaging.send(5'000, Channel::unreliable);
    const auto numbers = damaging.numbers();
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    EXPECT_LT(numbers.back(), 5'000U) << "what arrives is intact";
    const auto counts = damaging.network.statistics();
    EXPECT_NEAR(static_cast<double>(counts.lost_damaged), 1'000.0, 150.0);
    EXPECT_EQ(counts.packets_lost, counts.lost_damaged);
    EXPECT_EQ(numbers.size(), 5'000U - counts.packets_lost);
}

TEST(SimulatedNetworkTest, ASealedLineDeliversEachPacketOnceAndCountsWhatItRefuses) {
    LinkOptions links;
    links.damage_ppm = 100'000;
    links.duplicate_ppm = 200'000;
    links.jitter = milliseconds(30);
    Line sealed(3, links, true);
    sealed.send(5'000, Channel::unreliable);
    const auto numbers = sealed.numbers();
    EXPECT_EQ(std::set<std::uint32_t>(numbers.begin(), numbers.end()).size(), numbers.size());
    const auto counts = sealed.network.statistics();
    EXPECT_NEAR(static_cast<double>(counts.lost_damaged), 500.0, 100.0);
    EXPECT_EQ(counts.packets_lost, counts.lost_damaged);
    EXPECT_EQ(numbers.size() + counts.lost_damaged + counts.copies_refused,
              5'000U + counts.packets_doubled);
    EXPECT_NEAR(static_cast<double>(counts.copies_refused), 900.0, 100.0);
    EXPECT_EQ(counts.copies_taken, 0U);
    // Nothing else is changed by it.
    Line open(3, links, false);
    open.send(5'000, Channel::unreliable);
    EXPECT_EQ(open.network.statistics().copies_taken, counts.copies_refused);
    EXPECT_EQ(open.network.statistics().lost_damaged, counts.lost_damaged);
    EXPECT_EQ(counts.wire_bytes_sent() - open.network.statistics().wire_bytes_sent(),
              15U * (counts.packets_sent + counts.messages_sent));
}

TEST(SimulatedNetworkTest, WhenARateChangesNothingNewOvertakesWhatWaits) {
    for (const std::uint64_t rate : {0U, 500U, 20'000U}) {
        Line line(5, {.delay = milliseconds(10), .rate_bytes_per_s = 1'000});
        const auto send = [&](std::uint32_t number) {
            sim::Bytes bytes;
            sim::append_le(bytes, number);
            line.sender->send(PeerId{1}, Channel::unreliable, bytes);
        };
        // Each takes 46 ms: after a tenth of a second most of them wait.
        for (std::uint32_t number = 0; number < 20; ++number) {
            send(number);
            line.go(milliseconds(5));
        }
        line.network.set_link(0, 1, {.delay = milliseconds(10), .rate_bytes_per_s = rate});
        send(20);
        const Time freed = line.now;
        line.go(std::chrono::seconds(5));
        std::vector<std::uint32_t> in_order(21);
        std::iota(in_order.begin(), in_order.end(), 0U);
        EXPECT_EQ(line.numbers(), in_order) << rate;
        // 18 or 19 packets of 46 bytes, each of so long.
        const Time each{rate == 0 ? 0 : 46'000'000'000 / static_cast<std::int64_t>(rate)};
        const Time took = line.arrived.back().first - freed;
        EXPECT_GE(took, milliseconds(10) + 18 * each);
        EXPECT_LE(took, milliseconds(11) + 19 * each);
    }
}

TEST(SimulatedNetworkTest, UnderASealWhatComesTooLateIsLost) {
    Line line(4, {}, true);
    line.network.set_link(0, 1, {.delay = std::chrono::seconds(20)});
    line.sender->send(PeerId{1}, Channel::unreliable, sim::Bytes(4));
    line.network.set_link(0, 1, {});
    for (std::uint64_t packet = 0; packet < 2'049; ++packet) {
        line.sender->send(PeerId{1}, Channel::unreliable, sim::Bytes(4));
    }
    line.go(std::chrono::seconds(30));
    EXPECT_EQ(line.arrived.size(), 2'049U);
    EXPECT_EQ(line.network.statistics().copies_refused, 1U);
    EXPECT_EQ(line.network.statistics().packets_lost, 1U);
}

TEST(SimulatedNetworkTest, APacketThatIsDeliveredAgainDoesNothingOnASealedLine) {
    for (const bool is_sealed : {false, true}) {
        Line line(5, {.damage_ppm = 100'000}, is_sealed);
        line.network.tap(0, 1);
        EXPECT_FALSE(line.network.replay(0, 1, std::chrono::hours(1))) << "there is none yet";
        line.send(3'000, Channel::unreliable);
        const std::size_t before = line.arrived.size();
        EXPECT_FALSE(line.network.replay(0, 1, std::chrono::seconds(1))) << "none is so new";
        for (int again = 0; again < 500; ++again) {
            EXPECT_TRUE(line.network.replay(0, 1, std::chrono::hours(1)));
            line.go(milliseconds(1));
        }
        const auto counts = line.network.statistics();
        EXPECT_EQ(counts.packets_replayed, 500U);
        EXPECT_EQ(counts.copies_refused, is_sealed ? 500U : 0U);
        EXPECT_EQ(counts.copies_taken, is_sealed ? 0U : 500U);
        EXPECT_EQ(line.arrived.size(), before + (is_sealed ? 0U : 500U));
        EXPECT_EQ(counts.packets_lost, counts.lost_damaged);
        // Old ones too, not the last alone.
        const auto numbers = line.numbers();
        EXPECT_TRUE(is_sealed || *std::min_element(numbers.end() - 500, numbers.end()) < 50U);
    }
}

TEST(SimulatedNetworkTest, TheReliableChannelLosesAndSwapsNothing) {
    LinkOptions links;
    links.delay = milliseconds(20);
    links.jitter = milliseconds(40);
    links.loss_ppm = 300'000;
    links.duplicate_ppm = 300'000;
    links.damage_ppm = 300'000;
    Line line(6, links);
    line.send(500, Channel::reliable);
    ASSERT_EQ(line.arrived.size(), 500U);
    for (std::uint32_t number = 0; number < 500; ++number) {
        EXPECT_EQ(line.numbers()[number], number);
    }
}

TEST(SimulatedNetworkTest, JitterAndReorderingSwapUnreliablePackets) {
    for (const bool by_jitter : {true, false}) {
        LinkOptions links;
        links.delay = milliseconds(10);
        (by_jitter ? links.jitter : links.delay) = milliseconds(20);
        links.reorder_ppm = by_jitter ? 0 : 100'000;
        Line line(7, links);
        line.send(500, Channel::unreliable);
        const auto numbers = line.numbers();
        EXPECT_FALSE(std::is_sorted(numbers.begin(), numbers.end()));
        EXPECT_EQ(std::set<std::uint32_t>(numbers.begin(), numbers.end()).size(), 500U);
    }
}

TEST(SimulatedNetworkTest, TheSameSeedRepeatsAndAnotherDiffers) {
    LinkOptions links;
    links.jitter = milliseconds(30);
    links.loss_ppm = 100'000;
    const auto run = [&](std::uint64_t seed) {
        Line line(seed, links);
        line.send(300, Channel::unreliable);
        return line.numbers();
    };
    EXPECT_EQ(run(8), run(8));
    EXPECT_NE(run(8), run(9));
}

TEST(SimulatedNetworkTest, ClosingDeliversWhatWasSentAndTellsBothEnds) {
    LinkOptions links;
    links.delay = milliseconds(10);
    Line line(9, links);
    const sim::Bytes last{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    line.sender->send(PeerId{1}, Channel::reliable, last);
    line.sender->close(PeerId{1});
    EXPECT_TRUE(line.sender->is_open());
    line.go(milliseconds(100));
    ASSERT_EQ(line.arrived.size(), 2U);
    EXPECT_EQ(line.arrived[0].second.bytes, last);
    EXPECT_EQ(line.arrived[1].second.kind, TransportEvent::Kind::disconnected);
    EXPECT_FALSE(line.sender->is_open());
    EXPECT_FALSE(line.receiver->is_open());
}

TEST(SimulatedNetworkTest, AfterACutThatHealsTheUnreliableAreGoneAndTheReliableCome) {
    Line line(11, {});
    const Time start = line.now;
    line.network.cut(0, 1, start + milliseconds(10), start + milliseconds(20));
    line.send(40, Channel::unreliable);
    ASSERT_EQ(line.numbers().size(), 30U);
    EXPECT_EQ(line.numbers()[10], 20U);
    EXPECT_EQ(line.network.link_statistics(0, 1).lost_in_cuts, 10U);

    line.arrived.clear();
    const Time again = line.now;
    line.network.cut(0, 1, again, again + std::chrono::seconds(2));
    line.send(40, Channel::reliable);
    ASSERT_EQ(line.numbers().size(), 40U);
    EXPECT_TRUE(std::is_sorted(line.arrived.begin(), line.arrived.end(),
                               [](const auto& a, const auto& b) { return a.first < b.first; }));
    EXPECT_GE(line.arrived.front().first - again, std::chrono::seconds(2));
}

TEST(SimulatedNetworkTest, ACutInOneDirectionLeavesTheOtherOpen) {
    Line line(12, {});
    line.network.cut(0, 1, line.now, line.now + std::chrono::seconds(1));
    line.sender->send(PeerId{1}, Channel::unreliable, sim::Bytes(4));
    line.receiver->send(PeerId{0}, Channel::unreliable, sim::Bytes(4));
    line.go(milliseconds(2));
    EXPECT_TRUE(line.arrived.empty());
    EXPECT_EQ(line.sender->poll(milliseconds(0)).size(), 1U);
}

TEST(SimulatedNetworkTest, AnEndpointThatNobodyPollsKeepsAsMuchAsASocket) {
    Line line(13, {});
    const std::size_t each = 1'000 + net::k_datagram_heads_bytes;
    for (int packet = 0; packet < 1'000; ++packet) {
        line.sender->send(PeerId{1}, Channel::unreliable, sim::Bytes(1'000));
    }
    line.sender->send(PeerId{1}, Channel::reliable, sim::Bytes(1'000));
    line.now += milliseconds(1);
    line.network.advance(line.now);
    const std::size_t kept = net::k_receive_buffer_bytes / each;
    EXPECT_EQ(line.receiver->poll(milliseconds(0)).size(), kept + 1);
    EXPECT_EQ(line.network.statistics().lost_in_queues, 1'000 - kept);
    // What was taken makes room again.
    line.sender->send(PeerId{1}, Channel::unreliable, sim::Bytes(1'000));
    line.go(milliseconds(1));
    EXPECT_EQ(line.arrived.size(), 1U);
}

TEST(SimulatedNetworkTest, WhatIsUnderWayIsBounded) {
    LinkOptions links;
    links.delay = std::chrono::seconds(1);
    Line line(14, links);
    const sim::Bytes packet(1'000);
    for (std::size_t sent = 0; sent < net::k_under_way_bytes_max + 100'000; sent += 1'000) {
        line.sender->send(PeerId{1}, Channel::unreliable, packet);
    }
    EXPECT_LE(line.network.bytes_under_way(), net::k_under_way_bytes_max);
    EXPECT_GT(line.network.statistics().lost_in_queues, 100U);
    line.now += std::chrono::seconds(2);
    line.network.advance(line.now);
    EXPECT_EQ(line.network.bytes_under_way(), 0U);
}

TEST(SimulatedNetworkTest, ACutEndpointIsSilentAndItsPeerIsNotTold) {
    Line line(10, {});
    line.network.cut(0);
    line.send(20, Channel::unreliable);
    line.send(20, Channel::reliable);
    EXPECT_TRUE(line.arrived.empty());
    EXPECT_TRUE(line.receiver->is_open());
}

// A guest and a host, and what each has heard.
struct Callers {
    explicit Callers(LinkOptions links) : network(3, links) {
        ends = {&network.add_endpoint(), &network.add_endpoint()};
        network.connect(1, 0);
        run(milliseconds(500));
    }
    void run(Time span) {
        for (const Time last = now + span; now < last;) {
            now += milliseconds(1);
            network.advance(now);
            for (std::size_t end = 0; end < 2; ++end) {
                for (TransportEvent& event : ends[end]->poll(milliseconds(0))) {
                    if (event.kind == TransportEvent::Kind::connected) {
                        peer[end] = event.peer;
                        binding[end] = event.bytes;
                        connected_at[end] = now;
                    }
                    heard[end].push_back(std::move(event));
                }
            }
        }
    }
    SimulatedNetwork network;
    std::array<net::Transport*, 2> ends{};
    std::array<PeerId, 2> peer{};
    std::array<sim::Bytes, 2> binding;
    std::array<Time, 2> connected_at{};
    std::array<std::vector<TransportEvent>, 2> heard;
    Time now{0};
};

TEST(SimulatedNetworkTest, AGuestReconnectsAsOverENetAndHearsNothingOfItsOldPeer) {
    LinkOptions links;
    links.delay = milliseconds(40);
    Callers callers(links);
    const auto old_peer = callers.peer;
    const auto old_binding = callers.binding;
    EXPECT_EQ(callers.binding[0].size(), 32U);
    EXPECT_TRUE(callers.binding[0] == callers.binding[1]);
    callers.ends[0]->send(old_peer[0], Channel::reliable, sim::as_bytes("old"));
    const Time start = callers.now;
    callers.ends[1]->reconnect();
    EXPECT_TRUE(callers.ends[1]->is_open());
    callers.heard = {};
    callers.run(std::chrono::seconds(1));
    EXPECT_NE(callers.peer[0], old_peer[0]);
    EXPECT_NE(callers.peer[1], old_peer[1]);
    EXPECT_TRUE(callers.binding[0] == callers.binding[1]);
    EXPECT_FALSE(callers.binding[0] == old_binding[0]);
    EXPECT_EQ(callers.connected_at[1] - start, milliseconds(6 * 40)) << "there and back, 3 times";
    EXPECT_EQ(callers.connected_at[0] - start, milliseconds(7 * 40));
    EXPECT_EQ(callers.heard[1].size(), 1U) << "nothing of the old one";
    callers.ends[1]->send(callers.peer[1], Channel::reliable, sim::as_bytes("new"));
    callers.ends[0]->send(callers.peer[0], Channel::unreliable, sim::as_bytes("new"));
    callers.network.inject(0, 1, Channel::unreliable, sim::as_bytes("also"));
    callers.run(std::chrono::seconds(1));
    EXPECT_EQ(callers.heard[0].back().peer, callers.peer[0]);
    EXPECT_EQ(callers.heard[1].size(), 3U);
    EXPECT_EQ(callers.heard[1].back().peer, callers.peer[1]);
}

TEST(SimulatedNetworkTest, AGuestGoesOnTryingUntilItsLineIsBack) {
    Callers callers({});
    callers.network.cut(1);
    callers.ends[1]->reconnect();
    callers.ends[1]->reconnect();
    callers.heard = {};
    callers.run(std::chrono::seconds(5));
    EXPECT_TRUE(callers.ends[1]->is_open());
    EXPECT_TRUE(callers.heard[1].empty());
    callers.network.set_link(0, 1, {});
    callers.network.set_link(1, 0, {});
    callers.run(std::chrono::seconds(1));
    EXPECT_EQ(callers.heard[1].size(), 1U) << "once, however often it was asked";
    EXPECT_EQ(callers.heard[0].size(), 1U);
}

TEST(SimulatedNetworkDeathTest, AHostHasNobodyToReconnectTo) {
    Callers callers({});
    EXPECT_DEATH(callers.ends[0]->reconnect(), "called");
}

}  // namespace
}  // namespace tandem::test
