// SPDX-License-Identifier: MIT
// The real transport on loopback: matches, refusals of the operating system, strangers on the port,
// and what the datagrams on the wire look like.
#include <tandem/net/transport/enet_transport.hpp>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/match_key.hpp>
#include <tests/net/transport/naked_request.hpp>
#include <tests/net/transport/udp_socket.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::EnetTransport;
using sim::erase;

Time steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

// What a line does to datagrams, in parts per million of them.
struct Faults {
    std::uint32_t loss_ppm = 0;
    std::uint32_t flip_ppm = 0;  // one bit of it
};

// Carries datagrams between one guest and the host, looks at each, loses some and damages some.
class Proxy {
public:
    Proxy(std::uint16_t host_port, std::uint64_t seed, Faults faults)
        : host_port_(host_port), faults_(faults), random_(seed) {}

    std::uint16_t port() const { return towards_guest_.port(); }
    void pump() {
        while (auto datagram = towards_guest_.receive()) {
            guest_port_ = datagram->from;
            if (passes(datagram->bytes)) {
                towards_host_.send(host_port_, datagram->bytes);
            }
        }
        while (auto datagram = towards_host_.receive()) {
            if (passes(datagram->bytes)) {
                towards_guest_.send(guest_port_, datagram->bytes);
            }
        }
    }
    std::size_t largest_bytes = 0;
    std::size_t datagrams = 0;
    std::size_t lost = 0;
    std::size_t damaged = 0;

private:
    bool passes(sim::Bytes& bytes) {
        ++datagrams;
        largest_bytes = std::max(largest_bytes, bytes.size());
        if (random_.chance(faults_.flip_ppm, 1'000'000)) {
            ++damaged;
            bytes[random_.below(bytes.size())] ^= static_cast<std::byte>(1U << random_.below(8U));
        }
        const bool is_lost = random_.chance(faults_.loss_ppm, 1'000'000);
        lost += is_lost ? 1U : 0U;
        return !is_lost;
    }

    UdpSocket towards_guest_;
    UdpSocket towards_host_;
    std::uint16_t host_port_;
    std::uint16_t guest_port_ = 0;
    Faults faults_;
    Random random_;
};

// A host and a guest in this process, pumped in turn.
template <class Game>
struct Loopback {
    explicit Loopback(std::uint64_t ticks, std::uint64_t seed = 1,
                      std::optional<Faults> faults = std::nullopt,
                      const std::optional<net::MatchKey>& key = std::nullopt) {
        auto listening = EnetTransport::host(0, 1, net::ListenOn::every_address, key);
        EXPECT_TRUE(listening.has_value());
        host_transport = *std::move(listening);
        std::uint16_t port = host_transport->port();
        if (faults) {
            proxy.emplace(port, seed, *faults);
            port = proxy->port();
        }
        auto calling = EnetTransport::connect("localhost", port, key);
        EXPECT_TRUE(calling.has_value());
        guest_transport = *std::move(calling);
        net::HostOptions options = host_options(erase<Game>(), 2, ticks);
        options.session.is_paced = false;
        net::JoinOptions joining;
        joining.session.is_paced = false;
        setup = options.setup;
        auto made_host =
            net::Lockstep::host(erase<Game>(), options, scripted(Slot{0}), &host_trace);
        auto made_guest =
            net::Lockstep::join(erase<Game>(), joining, scripted(Slot{1}), &guest_trace);
        EXPECT_TRUE(made_host && made_guest);
        host.emplace(*std::move(made_host), *host_transport);
        guest.emplace(*std::move(made_guest), *guest_transport);
    }
    // Until both are over, or the condition holds.
    template <class Condition>
    void run(Condition&& condition) {
        while (!(host->is_over() && guest->is_over()) && !condition()) {
            for (net::Event& event : host->pump(milliseconds(0), steady_now)) {
                host_events.push_back(std::move(event));
            }
            for (net::Event& event : guest->pump(milliseconds(1), steady_now)) {
                guest_events.push_back(std::move(event));
            }
            if (proxy) {
                proxy->pump();
            }
        }
    }
    void run() {
        run([] { return false; });
    }
    std::string log() const {
        std::string text;
        for (const auto* events : {&host_events, &guest_events}) {
            for (const net::Event& event : *events) {
                text +=
                    std::holds_alternative<net::Ticked>(event) ? "" : net::event_text(event) + "\n";
            }
        }
        return text;
    }

    std::unique_ptr<EnetTransport> host_transport;
    std::unique_ptr<EnetTransport> guest_transport;
    std::optional<Proxy> proxy;
    Setup setup;
    Trace host_trace;
    Trace guest_trace;
    std::optional<net::Driver> host;
    std::optional<net::Driver> guest;
    std::vector<net::Event> host_events;
    std::vector<net::Event> guest_events;
};

TEST(Enet, AMatchOnLoopbackIsWhatOneProcessPlays) {
    Loopback<Counter> match(2'000);
    match.run();
    EXPECT_EQ(match.host_trace.chain, reference_run(erase<Counter>(), match.setup, 2'000).chain)
        << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
    EXPECT_EQ(match.guest_trace.end, sim::EndReason::tick_limit) << match.log();
}

TEST(Enet, NoDatagramOnTheWireExceedsItsBoundEvenWithLargeInputsAndQuarterLoss) {
    Loopback<WideInput> match(60, 5, Faults{250'000, 0});
    match.run();
    EXPECT_EQ(match.host_trace.ticks, 60U) << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
    EXPECT_LE(match.proxy->largest_bytes, net::k_datagram_bytes_max);
    EXPECT_GT(match.proxy->largest_bytes, 1'000U);
    EXPECT_GT(match.proxy->lost, 0U);
}

TEST(Enet, AMatchUnderAKeyIsTheSameAndItsDatagramsStayWithinTheirBound) {
    Loopback<WideInput> match(60, 6, Faults{100'000, 100'000}, key_of("sixteen or more bytes"));
    match.run();
    EXPECT_EQ(match.host_trace.chain, reference_run(erase<WideInput>(), match.setup, 60).chain)
        << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
    EXPECT_LE(match.proxy->largest_bytes, net::k_datagram_bytes_max);
    EXPECT_GT(match.proxy->damaged, 5U);
}

TEST(Enet, QuarterLossOnTheWireNeitherEndsNorChangesAMatch) {
    Loopback<Counter> match(600, 9, Faults{250'000, 0});
    match.run();
    EXPECT_EQ(match.host_trace.chain, reference_run(erase<Counter>(), match.setup, 600).chain)
        << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
    EXPECT_GT(match.proxy->lost, 30U);
}

// What ENet sends reliably has no other protection.
TEST(Enet, FlippedBitsOnTheWireNeitherEndNorChangeAMatch) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Enet.FlippedBits*");
        Loopback<Counter> match(300, seed, Faults{0, 100'000});
        std::size_t rounds = 0;
        match.run([&] { return ++rounds == 30'000; });  // far more than it takes, but not for ever
        EXPECT_EQ(match.host_trace.chain, reference_run(erase<Counter>(), match.setup, 300).chain)
            << match.log();
        EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
        EXPECT_EQ(match.host_trace.end, sim::EndReason::tick_limit) << match.log();
        EXPECT_GT(match.proxy->damaged, 5U);
    }
}

TEST(Enet, GarbageDatagramsToBothPortsChangeNothing) {
    Loopback<Counter> match(3'000);
    UdpSocket stranger;
    Random random(3);
    match.run([&] {
        for (const std::uint16_t port :
             {match.host_transport->port(), match.guest_transport->port()}) {
            sim::Bytes garbage(random.below(std::size_t{random.chance(1, 20) ? 9'000U : 200U}));
            for (std::byte& byte : garbage) {
                byte = static_cast<std::byte>(random.below(256U));
            }
            stranger.send(port, garbage);
        }
        return false;
    });
    EXPECT_EQ(match.host_trace.ticks, 3'000U) << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
}

// Each would take a place by one datagram, if ENet were asked.
TEST(Enet, AThousandRequestsOfENetsOwnDelayNobodyAndGetNoAnswer) {
    Loopback<Counter> match(20);
    UdpSocket stranger;
    for (std::uint32_t number = 0; number < 1'000; ++number) {
        stranger.send(match.host_transport->port(), naked_request(number));
        if (number % 50 == 0) {
            match.host_transport->poll(milliseconds(0));
        }
    }
    match.run();
    EXPECT_FALSE(stranger.receive());
    EXPECT_EQ(match.host_trace.ticks, 20U) << match.log();
    EXPECT_TRUE(match.host_trace.truth == match.guest_trace.truth);
}

TEST(Enet, AHostOfAsManyAsAMatchCanHaveAndSomeMoreListens) {
    EXPECT_TRUE(EnetTransport::host(0, k_slots_max + 8));
}

TEST(Enet, APortInUseIsOneClearError) {
    const auto first = EnetTransport::host(0, 1);
    ASSERT_TRUE(first.has_value());
    const auto second = EnetTransport::host((*first)->port(), 1);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().code, sim::ErrorCode::network);
    EXPECT_NE(second.error().text().find(std::to_string((*first)->port())), std::string::npos);
    EXPECT_NE(second.error().text().find("in use"), std::string::npos);
}

// Another address of this machine than the one that programs call it by.
TEST(Enet, AHostOnLoopbackLeavesThePortOfEveryOtherAddressAlone) {
    const auto is_free_elsewhere = [](std::uint16_t port) {
        sockaddr_in other{};
        other.sin_family = AF_INET;
        other.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
        other.sin_port = htons(port);
        const int handle = ::socket(AF_INET, SOCK_DGRAM, 0);
        const bool is_free =
            ::bind(handle, reinterpret_cast<sockaddr*>(&other), sizeof(other)) == 0;
        ::close(handle);
        return is_free;
    };
    if (!is_free_elsewhere(0)) {
        GTEST_SKIP() << "loopback has one address here";
    }
    const auto everywhere = EnetTransport::host(0, 1);
    const auto here = EnetTransport::host(0, 1, net::ListenOn::loopback);
    ASSERT_TRUE(everywhere);
    ASSERT_TRUE(here);
    EXPECT_FALSE(is_free_elsewhere((*everywhere)->port()));
    EXPECT_TRUE(is_free_elsewhere((*here)->port()));
    const auto calling = EnetTransport::connect("127.0.0.1", (*here)->port());
    ASSERT_TRUE(calling);
    bool is_heard = false;
    for (int i = 0; i < 5'000 && !is_heard; ++i) {
        static_cast<void>((*calling)->poll(milliseconds(1)));
        is_heard = !(*here)->poll(milliseconds(1)).empty();
    }
    EXPECT_TRUE(is_heard);
}

TEST(Enet, AnUnknownNameIsOneClearError) {
    const auto failed = EnetTransport::connect("no such host.invalid", 47'000);
    ASSERT_FALSE(failed.has_value());
    EXPECT_EQ(failed.error().code, sim::ErrorCode::network);
    EXPECT_NE(failed.error().text().find("no such host.invalid:47000"), std::string::npos);
}

TEST(Enet, WhereNobodyIsTheJoinerGivesUpInWords) {
    std::uint16_t port = 0;
    {
        const UdpSocket closed_at_once;
        port = closed_at_once.port();
    }
    auto transport = EnetTransport::connect("127.0.0.1", port);
    ASSERT_TRUE(transport.has_value());
    net::JoinOptions options;
    options.session.connect_timeout_ms = 300;
    auto driver =
        net::Driver::join(erase<Counter>(), options, scripted(Slot{1}), nullptr, **transport);
    ASSERT_TRUE(driver.has_value());
    std::vector<net::Event> events;
    while (!driver->is_over()) {
        for (net::Event& event : driver->pump(milliseconds(1), steady_now)) {
            events.push_back(std::move(event));
        }
    }
    ASSERT_EQ(events.size(), 1U);
    const auto& ended = std::get<net::Ended>(events[0]);
    ASSERT_TRUE(ended.error.has_value());
    EXPECT_EQ(ended.error->code, sim::ErrorCode::network);
}

TEST(Enet, AMessageOfAMegabyteArrivesWhole) {
    auto listening = EnetTransport::host(0, 1);
    auto calling = EnetTransport::connect("127.0.0.1", (*listening)->port());
    sim::Bytes big(net::k_message_bytes_max);
    for (std::size_t index = 0; index < big.size(); ++index) {
        big[index] = static_cast<std::byte>(index * 7);
    }
    std::optional<sim::Bytes> arrived;
    bool is_closed = false;
    while (!is_closed) {
        for (const net::TransportEvent& event : (*calling)->poll(milliseconds(0))) {
            if (event.kind == net::TransportEvent::Kind::connected) {
                (*calling)->send(event.peer, net::Channel::reliable, big);
                (*calling)->close(event.peer);
            }
        }
        for (const net::TransportEvent& event : (*listening)->poll(milliseconds(1))) {
            if (event.kind == net::TransportEvent::Kind::packet) {
                EXPECT_EQ(event.channel, net::Channel::reliable);
                arrived = event.bytes;
            }
            is_closed = event.kind == net::TransportEvent::Kind::disconnected;
        }
    }
    EXPECT_TRUE(arrived == big) << "closing waits for what was sent before";
}

}  // namespace
}  // namespace tandem::test
