// SPDX-License-Identifier: MIT
// The driver carries everything in both directions, in order, keeps time, and knows when it may
// stop.
#include <tandem/net/driver.hpp>

#include <functional>

#include <gtest/gtest.h>

#include <tandem/net/input_source.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
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
    bool is_open() const override { return open; }

    void connect(std::uint32_t peer) {
        incoming.push_back({net::TransportEvent::Kind::connected, net::PeerId{peer}, {}, {}});
    }

    std::vector<net::TransportEvent> incoming;
    std::vector<std::string> calls;
    std::vector<sim::Bytes> sent;
    bool open = true;
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
    EXPECT_EQ(transport.calls, (std::vector<std::string>{"poll 0", "close 5", "flush"}));
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

// A match in virtual time, each side by its own driver.
struct DrivenMatch {
    explicit DrivenMatch(std::uint64_t ticks, bool is_paced = true) {
        net::HostOptions options = host_options(erase<Counter>(), 2, ticks);
        options.session.delay_ticks = 3;
        options.session.is_paced = is_paced;
        net::JoinOptions joining;
        joining.session.delay_ticks = 3;
        joining.session.is_paced = is_paced;
        net::Transport& host_end = network.add_endpoint();
        net::Transport& guest_end = network.add_endpoint();
        host.emplace(*net::Driver::host(erase<Counter>(), options, scripted(Slot{0}), &host_trace,
                                        host_end));
        guest.emplace(*net::Driver::join(erase<Counter>(), joining, scripted(Slot{1}), &guest_trace,
                                         guest_end));
        network.connect(1, 0);
    }
    // Whether the condition came about within so much time.
    bool run_until(const std::function<bool()>& condition, Time span = std::chrono::seconds(60)) {
        for (const Time last = now + span; now < last && !condition();) {
            now += milliseconds(1);
            network.advance(now);
            for (net::Driver* driver : {&*host, &*guest}) {
                if (driver != frozen) {
                    driver->pump(milliseconds(0), [this] { return now; });
                }
            }
        }
        return condition();
    }

    net::SimulatedNetwork network{1, {}};
    Time now{0};
    Trace host_trace;
    Trace guest_trace;
    std::optional<net::Driver> host;
    std::optional<net::Driver> guest;
    const net::Driver* frozen = nullptr;  // is no longer pumped
};

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

TEST(DriverTest, TheMatchKeepsTime) {
    DrivenMatch match(net::k_no_limit);
    ASSERT_TRUE(match.run_until([&] { return match.guest->session().is_started(); }));
    EXPECT_LT(match.host->session().ticks_done(), 10U) << "before the start no tick is due";
    const std::uint64_t before = match.host->session().ticks_done();
    match.run_until([] { return false; }, std::chrono::seconds(10));
    const std::uint64_t played = match.host->session().ticks_done() - before;
    EXPECT_GE(played, 597U) << "at 60 a second";
    EXPECT_LE(played, 601U);
}

TEST(DriverTest, UnpacedItPlaysAsFastAsInputsCome) {
    DrivenMatch match(2'000, false);
    ASSERT_TRUE(match.run_until([&] { return match.host->is_over() && match.guest->is_over(); },
                                std::chrono::seconds(5)));
    EXPECT_EQ(match.host_trace.ticks, 2'000U);
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
    EXPECT_FALSE(match.host->ended()->error.has_value());
}

TEST(DriverTest, IsOverOnceTheLastMessagesHaveArrived) {
    DrivenMatch match(30);
    ASSERT_TRUE(match.run_until([&] { return match.host->is_over() && match.guest->is_over(); }));
    EXPECT_EQ(match.host->ended()->ticks, 30U);
    EXPECT_EQ(match.guest->ended()->chain, match.host->ended()->chain);
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
