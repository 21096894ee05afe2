// SPDX-License-Identifier: MIT
// UDP and a clock in virtual time, below ENet: this program defines the functions of ENet's own
// platform file, and the unmodified library calls these instead.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <tandem/net/transport/simulated/link.hpp>

namespace tandem::test {

class VirtualUdp {
public:
    // The one that ENet's calls come to. A test begins with `start`.
    static VirtualUdp& instance();

    // No sockets, no datagrams, another seed, and this line between all of them.
    void start(std::uint64_t seed, net::LinkOptions line);
    // Moves time forward.
    void advance(net::Time now) { now_ = now; }
    net::Time now() const { return now_; }

    // What became of all datagrams.
    struct Counts {
        std::uint64_t sent = 0;
        std::uint64_t lost = 0;
        std::uint64_t damaged = 0;  // they arrive with one bit changed
        std::uint64_t bytes = 0;    // without heads of IP and UDP
        std::size_t largest_bytes = 0;
        // A running hash of when each datagram went from where to where, and of its length. Its
        // bytes are others in every run, because ENet adds an address of memory to its seed.
        std::uint64_t trace = 0;
    };
    const Counts& counts() const { return counts_; }
    // What went from one port to another, heads of IP and UDP included.
    struct Carried {
        std::uint64_t datagrams = 0;
        std::uint64_t bytes = 0;
    };
    Carried carried(std::uint16_t from, std::uint16_t to) const;

    // What ENet's functions do. A socket is known by a number from 1 on; ports are made up.
    int open_socket();
    bool bind(int socket, std::uint16_t port);
    std::uint16_t port_of(int socket) const;
    void close_socket(int socket) { ports_.erase(socket); }
    // From now on the socket at this port is at a new one, of another address: what is sent to the
    // old one is lost, as behind a translator of addresses that forgot. Returns the new port.
    std::uint16_t move(std::uint16_t port);
    // The address of loopback at which a port is.
    std::uint32_t host_of(std::uint16_t port) const;
    void send(int socket, std::uint16_t to, sim::Bytes datagram);
    struct Received {
        std::uint16_t from = 0;
        sim::Bytes bytes;
    };
    // False where nothing has arrived.
    bool receive(int socket, Received& received);
    // Another number each time, the same in every run.
    std::uint32_t next_seed() { return ++seeds_; }

private:
    struct Ends {
        std::uint16_t from = 0;
        std::uint16_t to = 0;
        friend auto operator<=>(const Ends&, const Ends&) = default;
    };

    net::SimulatedLink& link(Ends ends);

    std::uint64_t seed_ = 0;
    net::LinkOptions line_;
    net::Time now_{0};
    int sockets_ = 0;
    std::uint16_t moves_ = 0;
    std::uint32_t seeds_ = 0;
    std::uint64_t order_ = 0;
    std::map<int, std::uint16_t> ports_;
    std::map<Ends, net::SimulatedLink> links_;
    std::map<Ends, Carried> carried_;
    // To each port, by time of arrival and then by order of sending.
    std::map<std::uint16_t, std::map<std::pair<net::Time, std::uint64_t>, Received>> under_way_;
    Counts counts_;
};

}  // namespace tandem::test
