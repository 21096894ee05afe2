// SPDX-License-Identifier: MIT
// The ring remembers the newest packets with their kinds and whom they are of, and lets everything
// through as it is.
#include <tandem/tools/netview/packet_ring.hpp>

#include <sstream>
#include <utility>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <tandem/net/wire/message.hpp>

namespace tandem::tools::netview {
namespace {

using net::Channel;
using net::PeerId;
using sim::Bytes;
using Json = nlohmann::json;

// What is put into it comes out of poll; what is sent is kept.
struct KeptTransport final : net::Transport {
    std::vector<net::TransportEvent> poll(std::chrono::milliseconds) override {
        return std::exchange(coming, {});
    }
    void send(PeerId, Channel, sim::ByteView bytes) override {
        sent.emplace_back(bytes.begin(), bytes.end());
    }
    void flush() override { ++flushes; }
    void close(PeerId) override { ++closes; }
    void reconnect() override { ++reconnects; }
    bool is_open() const override { return true; }

    std::vector<net::TransportEvent> coming;
    std::vector<Bytes> sent;
    int flushes = 0;
    int closes = 0;
    int reconnects = 0;
};

struct RingStage {
    explicit RingStage(bool is_host) : ring(is_host, [this] { return now; }) { ring.over(inner); }
    std::vector<Json> lines() const {
        std::istringstream text(ring.lines(net::Time(std::chrono::seconds(1))));
        std::vector<Json> all;
        for (std::string line; std::getline(text, line);) {
            all.push_back(Json::parse(line));
        }
        return all;
    }
    void arrive(PeerId peer, Channel channel, Bytes bytes) {
        inner.coming = {{net::TransportEvent::Kind::packet, peer, channel, std::move(bytes)}};
        ring.poll(std::chrono::milliseconds(0));
    }

    net::Time now{std::chrono::seconds(1)};
    KeptTransport inner;
    PacketRing ring;
};

TEST(PacketRingTest, EverythingGoesThroughAndIsRemembered) {
    RingStage stage(true);
    net::Welcome welcome;
    welcome.slot = 2;
    stage.ring.send(PeerId{7}, Channel::reliable, net::encode_message(welcome));
    stage.now += std::chrono::microseconds(1'500);
    stage.arrive(PeerId{7}, Channel::unreliable, Bytes{std::byte{42}, std::byte{1}});
    stage.arrive(PeerId{9}, Channel::reliable, net::encode_message(net::Differ{1, {{}}}));
    stage.ring.flush();
    stage.ring.close(PeerId{7});
    EXPECT_EQ(stage.inner.sent.size(), 1U);
    stage.ring.reconnect();
    EXPECT_EQ(stage.inner.flushes + stage.inner.closes + stage.inner.reconnects, 3);
    EXPECT_TRUE(stage.ring.is_open());
    const auto lines = stage.lines();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0]["kind"], "welcome");
    EXPECT_EQ(lines[0]["way"], "out");
    EXPECT_EQ(lines[0]["peer"], 2);
    EXPECT_EQ(lines[1], (Json{{"at_us", 1'500},
                              {"way", "in"},
                              {"peer", 2},
                              {"kind", "packet"},
                              {"bytes", 2},
                              {"number", 42}}));
    EXPECT_EQ(lines[2]["kind"], "differ");
    EXPECT_TRUE(lines[2]["peer"].is_null()) << "nobody with a place";
}

TEST(PacketRingTest, AGuestHasTheHostOnly) {
    RingStage stage(false);
    stage.arrive(PeerId{3}, Channel::unreliable, Bytes(5));
    EXPECT_EQ(stage.lines().at(0)["peer"], 0);
}

TEST(PacketRingTest, OnlyTheNewestAreKept) {
    RingStage stage(false);
    for (std::size_t count = 0; count < PacketRing::k_packets_max + 100; ++count) {
        stage.ring.send(PeerId{1}, Channel::unreliable, Bytes(count < 200 ? 1 : 2));
    }
    auto lines = stage.lines();
    ASSERT_EQ(lines.size(), PacketRing::k_packets_max);
    EXPECT_EQ(lines[99]["bytes"], 1);
    EXPECT_EQ(lines[100]["bytes"], 2);
    stage.now += PacketRing::k_span + std::chrono::milliseconds(1);
    stage.ring.send(PeerId{1}, Channel::unreliable, Bytes(9));
    lines = stage.lines();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["bytes"], 9);
}

}  // namespace
}  // namespace tandem::tools::netview
