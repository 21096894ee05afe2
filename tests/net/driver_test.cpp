// SPDX-License-Identifier: MIT
// The driver carries everything in both directions, in order, keeps time, and knows when it may
// stop.
#include <tandem/net/driver.hpp>

#include <gtest/gtest.h>

#include <tandem/net/input_source.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/two_players.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using sim::erase;

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
        sent.emplace_back(bytes.begin(), bytes.end());
    }
    void flush() override { calls.emplace_back("flush"); }
    void close(net::PeerId peer) override {
        calls.push_back("close " + std::to_string(peer.value));
    }
    void reconnect() override { calls.emplace_back("reconnect"); }
    bool is_open() const override { return open; }
    bool is_being_called() const override { return called; }

    void connect(std::uint32_t peer) {
        incoming.push_back({net::TransportEvent::Kind::connected, net::PeerId{peer}, {}, {}});
    }

    std::vector<net::TransportEvent> incoming;
    std::vector<std::string> calls;
    std::vector<sim::Bytes> sent;
    bool open = true;
    bool called = false;
};

net::Driver host_over(net::Transport& transport) {
    auto driver = net::Driver::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                    scripted(Slot{0}), nullptr, transport);
    EXPECT_TRUE(driver.has_value());
    return *std::move(driver);
}

TEST(DriverTest, ReceivesAdvancesSendsAndFlushesInThatOrder) {
    PaperTransport transport;
    net::Driver driver = host_over(transport);
    transport.connect(5);
    transport.incoming.push_back({net::TransportEvent::Kind::packet, net::PeerId{5},
                                  net::Channel::reliable,
                                  net::encode_message(net::Greeting{net::k_protocol_version})});
    const auto now = [] { return Time(0); };
    EXPECT_TRUE(driver.pump(milliseconds(3), now).empty());
    EXPECT_EQ(transport.calls, (std::vector<std::string>{"poll 3", "message to 5", "flush"}));

    transport.calls.clear();
    driver.session().abandon("enough");
    const auto events = driver.pump(milliseconds(0), now);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<net::Ended>(events[0]));
    EXPECT_EQ(transport.calls,
              (std::vector<std::string>{"poll 0", "message to 5", "close 5", "flush"}));
}

// ---- The end ----

TEST(DriverTest, WhereNobodyWasMetItIsOverAtOnce) {
    PaperTransport transport;
    net::Driver driver = host_over(transport);
    EXPECT_FALSE(driver.is_over());
    EXPECT_FALSE(driver.ended().has_value());
    driver.session().abandon("enough");
    EXPECT_FALSE(driver.is_over()) << "nobody was told yet";
    driver.pump(milliseconds(0), [] { return Time(0); });
    EXPECT_TRUE(driver.is_over());
    ASSERT_TRUE(driver.ended().has_value());
    EXPECT_EQ(driver.ended()->reason, sim::EndReason::interrupted);
}

// Both drivers say within this time that they are over.
bool are_over_within(TwoPlayers& match, Time span) {
    return match.arena.run_until(
        [&] { return match.host->driver->is_over() && match.guest->driver->is_over(); }, span);
}

TEST(DriverTest, WhoIsConnectedIsToldOfTheEndEvenBeforeItSaidWhoItIs) {
    PaperTransport transport;
    net::Driver driver = host_over(transport);
    const auto now = [] { return Time(0); };
    transport.connect(5);
    driver.pump(milliseconds(0), now);
    driver.session().abandon("enough");
    driver.pump(milliseconds(0), now);
    EXPECT_TRUE(driver.ended().has_value());
    EXPECT_FALSE(driver.is_over()) << "the connection is being closed";
    transport.open = false;
    EXPECT_TRUE(driver.is_over());
}

// Over ENet a guest may take itself for connected before the host hears of it.
TEST(DriverTest, WhoIsAboutToConnectAsItEndsIsToldOfIt) {
    PaperTransport transport;
    transport.called = true;
    net::Driver driver = host_over(transport);
    Time now{0};
    const auto pump = [&] { driver.pump(milliseconds(0), [&] { return now; }); };
    driver.session().abandon("enough");
    pump();
    EXPECT_FALSE(driver.is_over());
    transport.connect(5);
    transport.called = false;
    transport.calls.clear();
    transport.sent.clear();
    pump();
    EXPECT_EQ(transport.calls,
              (std::vector<std::string>{"poll 0", "message to 5", "close 5", "flush"}));
    ASSERT_EQ(transport.sent.size(), 1U);
    const auto message = net::decode_message(transport.sent[0]);
    ASSERT_TRUE(message.has_value() && std::holds_alternative<net::Bye>(*message));
    EXPECT_EQ(std::get<net::Bye>(*message).why, "enough");
    transport.open = false;
    EXPECT_TRUE(driver.is_over());
}

TEST(DriverTest, WaitsForWhoDoesNotComeNoLongerThanTheFarewell) {
    PaperTransport transport;
    transport.called = true;
    net::Driver driver = host_over(transport);
    Time now{0};
    const auto pump = [&] { driver.pump(milliseconds(0), [&] { return now; }); };
    driver.session().abandon("enough");
    pump();
    now = net::k_farewell - Time(1);
    pump();
    EXPECT_FALSE(driver.is_over());
    now = net::k_farewell;
    pump();
    EXPECT_TRUE(driver.is_over());
}

TEST(DriverTest, TheMatchKeepsTime) {
    TwoPlayers match(net::k_no_limit, 1, {}, true);
    ASSERT_TRUE(match.arena.run_until([&] { return match.guest->session->is_started(); },
                                      std::chrono::seconds(60)));
    EXPECT_LT(match.host->session->ticks_done(), 10U) << "before the start no tick is due";
    const std::uint64_t before = match.host->session->ticks_done();
    match.arena.run_for(std::chrono::seconds(10));
    const std::uint64_t played = match.host->session->ticks_done() - before;
    EXPECT_GE(played, 597U) << "at 60 a second";
    EXPECT_LE(played, 601U);
}

TEST(DriverTest, UnpacedItPlaysAsFastAsInputsCome) {
    TwoPlayers match(2'000);
    ASSERT_TRUE(are_over_within(match, std::chrono::seconds(5)));
    EXPECT_EQ(match.host->trace->ticks, 2'000U);
    EXPECT_TRUE(match.host->trace->truth == match.guest->trace->truth);
    EXPECT_FALSE(match.host->driver->ended()->error.has_value());
}

TEST(DriverTest, IsOverOnceTheLastMessagesHaveArrived) {
    TwoPlayers match(30, 1, {}, true);
    ASSERT_TRUE(are_over_within(match, std::chrono::seconds(60)));
    EXPECT_EQ(match.host->driver->ended()->ticks, 30U);
    EXPECT_EQ(match.guest->driver->ended()->chain, match.host->driver->ended()->chain);
}

TEST(DriverTest, WaitsForAPeerThatDoesNotAnswerNoLongerThanTheFarewell) {
    PaperTransport transport;
    net::Driver driver = host_over(transport);
    transport.connect(5);
    // From another version of the protocol, so that it is refused.
    transport.incoming.push_back({net::TransportEvent::Kind::packet, net::PeerId{5},
                                  net::Channel::reliable,
                                  net::encode_message(net::Greeting{net::k_protocol_version + 1})});
    Time now = std::chrono::seconds(100);
    const auto pump = [&](Time at) {
        now = at;
        return driver.pump(milliseconds(0), [&] { return now; });
    };
    EXPECT_EQ(pump(now).size(), 1U);
    driver.session().abandon("enough");
    pump(std::chrono::seconds(200));
    EXPECT_FALSE(driver.is_over());
    pump(std::chrono::seconds(200) + net::k_farewell - Time(1));
    EXPECT_FALSE(driver.is_over());
    pump(std::chrono::seconds(200) + net::k_farewell);
    EXPECT_TRUE(driver.is_over());
}

TEST(DriverTest, ADriverThatWasMovedGoesOn) {
    PaperTransport transport;
    net::Driver first = host_over(transport);
    net::Driver second = std::move(first);
    second.session().abandon("enough");
    EXPECT_EQ(second.pump(milliseconds(0), [] { return Time(0); }).size(), 1U);
    EXPECT_TRUE(second.is_over());
}

}  // namespace
}  // namespace tandem::test
