// SPDX-License-Identifier: MIT
// Those who wait for a match and die, or are stopped, hold up nobody: real processes and signals.
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

using Lobby = MatchTest;

// A UDP socket of this machine alone.
class LocalSocket {
public:
    LocalSocket() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
        sockaddr_in address = address_of_port(0);
        EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    }
    LocalSocket(const LocalSocket&) = delete;
    LocalSocket& operator=(const LocalSocket&) = delete;
    ~LocalSocket() { ::close(socket_); }

    std::uint16_t port() const {
        sockaddr_in address{};
        socklen_t size = sizeof(address);
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        return ntohs(address.sin_port);
    }
    void send(std::uint16_t port, const std::string& bytes) const {
        const sockaddr_in address = address_of_port(port);
        ::sendto(socket_, bytes.data(), bytes.size(), 0,
                 reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    }
    // The next datagram and the port that it came from.
    struct Received {
        std::string bytes;
        std::uint16_t from = 0;
    };
    std::optional<Received> receive() const {
        std::array<char, 2'048> buffer;
        sockaddr_in address{};
        socklen_t size = sizeof(address);
        const auto got = ::recvfrom(socket_, buffer.data(), buffer.size(), 0,
                                    reinterpret_cast<sockaddr*>(&address), &size);
        if (got < 0) {
            return std::nullopt;
        }
        return Received{std::string(buffer.data(), static_cast<std::size_t>(got)),
                        ntohs(address.sin_port)};
    }

private:
    static sockaddr_in address_of_port(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        return address;
    }

    int socket_;
};

// Passes datagrams on between a guest and a host.
class Relay {
public:
    explicit Relay(const std::string& host_port)
        : host_port_(static_cast<std::uint16_t>(std::stoi(host_port))) {}

    std::string address() const { return "127.0.0.1:" + std::to_string(guests_side_.port()); }
    // Passes everything on that has come, but stops before a datagram of the host that begins with
    // this byte: that is kept until the next call. Returns true if it stopped.
    bool carry(std::optional<unsigned char> stop_at) {
        if (!kept_.empty()) {
            guests_side_.send(guest_port_, std::exchange(kept_, {}));
        }
        while (const auto received = guests_side_.receive()) {
            guest_port_ = received->from;
            hosts_side_.send(host_port_, received->bytes);
        }
        while (const auto received = hosts_side_.receive()) {
            if (stop_at && static_cast<unsigned char>(received->bytes.at(0)) == *stop_at) {
                kept_ = received->bytes;
                return true;
            }
            guests_side_.send(guest_port_, received->bytes);
        }
        return false;
    }

private:
    LocalSocket guests_side_;
    LocalSocket hosts_side_;
    std::uint16_t host_port_;
    std::uint16_t guest_port_ = 0;
    std::string kept_;
};

// The datagram with which the door lets a guest in (PROTOCOL.md, "Below ENet").
constexpr unsigned char k_second_message = 0xF4;

TEST_F(Lobby, AHostThatIsStoppedWhileAGuestConnectsTellsItSo) {
    Host host = start_host(tandem({"--game", "duel"}), {"-o", host_file()});
    Relay relay(host.port);
    Process guest(tandem({"--game", "duel", "join", relay.address(), "-o", guest_file()}));
    ASSERT_TRUE(wait_until([&] { return relay.carry(k_second_message); })) << guest.err();
    // The guest is let in, and is not connected. A host that waits for nobody would go now.
    host.process.signal(SIGINT);
    for (int i = 0; i < 20; ++i) {
        sleep_a_little();
    }
    ASSERT_TRUE(wait_until([&] {
        relay.carry(std::nullopt);
        return !guest.is_running();
    })) << guest.err();
    const Outcome outcome = guest.wait();
    EXPECT_EQ(outcome.exit_code, 4) << outcome;
    EXPECT_TRUE(contains(outcome.err, "stopped: left before the match began")) << outcome;
    EXPECT_EQ(host.process.wait().exit_code, 130);
    EXPECT_FALSE(std::filesystem::exists(host_file()));
    EXPECT_FALSE(std::filesystem::exists(guest_file()));
}

TEST_F(Lobby, AGuestThatWasKilledBeforeTheStartKeepsNobodyOut) {
    Host host = start_host(tandem({"--json", "--game", "duel"}),
                           {"-o", host_file(), "--players", "3", "--ticks", "100", "--unpaced"});
    const auto join = [&](const std::string& file) {
        return Process(tandem(
            {"--json", "--game", "duel", "join", address_of(host), "-o", path(file), "--unpaced"}));
    };
    Process killed = join("killed.tandem");
    ASSERT_TRUE(host.process.wait_for_err("player 1 is there")) << host.process.err();
    killed.signal(SIGKILL);
    killed.wait();
    Process second = join("second.tandem");
    Process third = join("third.tandem");
    for (Process* process : {&second, &third, &host.process}) {
        const Outcome outcome = process->wait();
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }
    for (const std::string& file : {path("second.tandem"), path("third.tandem")}) {
        const Json compared = report(0, {"diff", host_file(), file});
        EXPECT_EQ(compared["verdict"], "identical");
        EXPECT_EQ(compared["a_ticks"], 100U);
    }
}

}  // namespace
}  // namespace tandem::end_to_end
