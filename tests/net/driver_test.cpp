// SPDX-License-Identifier: MIT
// The pump carries everything in both directions, in order, and knows when it may stop.
#include <tandem/net/driver.hpp>

#include <gtest/gtest.h>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// Gives what a test puts in and writes down what is asked of it.
class PaperTransport final : public net::Transport {
public:
    std::vector<net::TransportEvent> poll(milliseconds wait_max) override {
        calls.push_back("poll " + std::to_string(wait_max.count()));
        return std::exchange(incoming, {});
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        EXPECT_FALSE(bytes.empty());
        calls.push_back((channel == net::Channel::reliable ? "message to " : "packet to ") +
                        std::to_string(peer.value));
    }
    void flush() override { calls.emplace_back("flush"); }
    void close(net::PeerId peer) override {
        calls.push_back("close " + std::to_string(peer.value));
    }
    bool is_open() const override { return open; }

    std::vector<net::TransportEvent> incoming;
    std::vector<std::string> calls;
    bool open = true;
};

TEST(DriverTest, ReceivesAdvancesSendsAndFlushesInThatOrder) {
    auto session = net::Lockstep::host(
        sim::erase<Counter>(), host_options(sim::erase<Counter>(), 2), scripted(Slot{0}), nullptr);
    ASSERT_TRUE(session.has_value());
    PaperTransport transport;
    net::Driver driver(*session, transport);
    transport.incoming.push_back({net::TransportEvent::Kind::connected, net::PeerId{5}, {}, {}});
    transport.incoming.push_back(
        {net::TransportEvent::Kind::packet, net::PeerId{5}, net::Channel::reliable,
         net::encode_message(net::Greeting{net::k_protocol_version, false, {}})});
    Time now{0};
    EXPECT_TRUE(driver
                    .pump(
                        milliseconds(3), [&] { return now; }, 0)
                    .empty());
    EXPECT_EQ(transport.calls, (std::vector<std::string>{"poll 3", "message to 5", "flush"}));

    transport.calls.clear();
    session->abandon("enough");
    const auto events = driver.pump(
        milliseconds(0), [&] { return now; }, 0);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<net::Ended>(events[0]));
    EXPECT_EQ(transport.calls, (std::vector<std::string>{"poll 0", "close 5", "flush"}));
}

TEST(DriverTest, IsClosedOnceTheSessionHasEndedAndNothingIsOpen) {
    auto session = net::Lockstep::host(
        sim::erase<Counter>(), host_options(sim::erase<Counter>(), 2), scripted(Slot{0}), nullptr);
    ASSERT_TRUE(session.has_value());
    PaperTransport transport;
    const net::Driver driver(*session, transport);
    transport.open = false;
    EXPECT_FALSE(driver.is_closed());
    session->abandon("enough");
    EXPECT_TRUE(driver.is_closed());
    transport.open = true;
    EXPECT_FALSE(driver.is_closed());
}

}  // namespace
}  // namespace tandem::test
