// SPDX-License-Identifier: MIT
// Joining while strangers at many addresses send what nobody answers for: every join succeeds, and
// the strangers get no more bytes than they sent. It prints what it measured and asserts no time;
// TANDEM_FLOOD_SECONDS makes it longer, for a measurement.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <ratio>
#include <string>
#include <thread>
#include <vector>

#include <tandem/net/transport/door_message.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/match_key.hpp>
#include <tests/net/transport/naked_request.hpp>
#include <tests/net/transport/udp_socket.hpp>

namespace tandem::test {
namespace {

using net::EnetTransport;
using sim::Bytes;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t k_datagrams_per_ms = 20;
constexpr std::size_t k_stranger_sockets = 200;

// Everything that a stranger may try without receiving: requests of ENet's, knocks, first messages
// with no right cookie, and what looks sealed.
Bytes stranger_datagram(Random& random) {
    const auto noise = [&](Bytes& bytes, std::size_t from) {
        for (std::size_t index = from; index < bytes.size(); ++index) {
            bytes[index] = static_cast<std::byte>(random.below(256U));
        }
    };
    switch (random.below(10U)) {
        case 0: {
            Bytes sealed(80);
            noise(sealed, 1);
            sealed[0] = static_cast<std::byte>(random.below(4U));
            return sealed;
        }
        case 1:
            return net::encode_door(net::Knock{net::k_protocol_version, random.next64()});
        case 2: {
            net::FirstMessage first{net::k_protocol_version, random.next64(), {}};
            Bytes bytes = net::encode_door(first);
            noise(bytes, 15);
            // As without a key, half of the time.
            std::fill(bytes.end() - (random.chance(1, 2) ? 16 : 0), bytes.end(), std::byte{0});
            return bytes;
        }
        default:
            return naked_request(random.next32());
    }
}

class Strangers {
public:
    explicit Strangers(std::uint16_t port) : port_(port), thread_([this] { run(); }) {}
    ~Strangers() { stop(); }
    void stop() {
        is_over_ = true;
        if (thread_.joinable()) {
            thread_.join();
        }
    }
    std::size_t datagrams = 0;
    std::size_t bytes_sent = 0;
    std::size_t bytes_got = 0;

private:
    void run() {
        std::vector<std::unique_ptr<UdpSocket>> sockets;
        for (std::uint32_t number = 0; number < k_stranger_sockets; ++number) {
            sockets.push_back(std::make_unique<UdpSocket>(INADDR_LOOPBACK + 256 + number));
        }
        Random random(1, 1);
        std::vector<Bytes> ready;
        for (int number = 0; number < 4'096; ++number) {
            ready.push_back(stranger_datagram(random));
        }
        const auto start = Clock::now();
        while (!is_over_) {
            const auto due =
                static_cast<std::size_t>(
                    std::chrono::duration_cast<milliseconds>(Clock::now() - start).count()) *
                k_datagrams_per_ms;
            while (datagrams < due) {
                const Bytes& datagram = ready[datagrams % ready.size()];
                sockets[datagrams % sockets.size()]->send(port_, datagram);
                bytes_sent += datagram.size();
                ++datagrams;
            }
            drain(sockets);
            std::this_thread::sleep_for(milliseconds(1));
        }
        std::this_thread::sleep_for(milliseconds(50));
        drain(sockets);
    }
    void drain(const std::vector<std::unique_ptr<UdpSocket>>& sockets) {
        for (const auto& socket : sockets) {
            while (const auto answer = socket->receive()) {
                bytes_got += answer->bytes.size();
            }
        }
    }

    std::uint16_t port_;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

long resident_kib() {
    std::ifstream file("/proc/self/statm");
    long size = 0;
    long resident = 0;
    file >> size >> resident;
    return resident * 4;
}

// One guest after the other comes and goes. Returns how long each took to come in; a negative time
// is one that did not.
std::vector<double> join_ms(std::uint16_t port, const std::optional<net::MatchKey>& key,
                            Clock::duration how_long) {
    std::vector<double> all;
    const auto end = Clock::now() + how_long;
    while (Clock::now() < end) {
        const auto start = Clock::now();
        const auto guest = *EnetTransport::connect("127.0.0.1", port, key);
        std::optional<net::PeerId> host;
        while (!host && Clock::now() - start < std::chrono::seconds(20)) {
            for (const net::TransportEvent& event : guest->poll(milliseconds(1))) {
                host = event.peer;
            }
        }
        all.push_back(host ? std::chrono::duration<double, std::milli>(Clock::now() - start).count()
                           : -1.0);
        if (!host) {
            break;
        }
        guest->close(*host);
        while (guest->is_open()) {
            static_cast<void>(guest->poll(milliseconds(1)));
        }
    }
    return all;
}

void expect_joins(const std::string& name, const std::optional<net::MatchKey>& key) {
    const char* longer = std::getenv("TANDEM_FLOOD_SECONDS");
    const std::chrono::seconds how_long(longer == nullptr ? 1 : std::atoi(longer));
    const auto host = *EnetTransport::host(0, 7, net::ListenOn::loopback, key);
    std::atomic<bool> is_over = false;
    std::thread plays([&] {
        while (!is_over) {
            static_cast<void>(host->poll(milliseconds(1)));
            host->flush();
        }
    });
    const long before_kib = resident_kib();
    Strangers strangers(host->port());
    std::this_thread::sleep_for(milliseconds(100));
    std::vector<double> took = join_ms(host->port(), key, how_long);
    strangers.stop();
    const long after_kib = resident_kib();
    is_over = true;
    plays.join();
    EXPECT_EQ(std::count(took.begin(), took.end(), -1.0), 0);
    EXPECT_LE(strangers.bytes_got, strangers.bytes_sent);
    std::sort(took.begin(), took.end());
    std::cout << name << ": " << took.size() << " joins beside " << strangers.datagrams
              << " datagrams of strangers, p50 " << took[took.size() / 2] << " ms, p99 "
              << took[took.size() * 99 / 100] << ", longest " << took.back() << "; strangers sent "
              << strangers.bytes_sent << " bytes and got " << strangers.bytes_got
              << "; memory grew by " << after_kib - before_kib << " KiB\n";
}

TEST(Flood, WithoutAKeyEverybodyJoins) { expect_joins("without a key", std::nullopt); }

TEST(Flood, WithAKeyFileEverybodyJoins) {
    expect_joins("with a key file", key_of("sixteen or more bytes"));
}

TEST(Flood, WithAPassphraseEverybodyJoins) {
    expect_joins("with a passphrase",
                 *net::MatchKey::from_passphrase(sim::as_bytes("correct horse")));
}

}  // namespace
}  // namespace tandem::test
