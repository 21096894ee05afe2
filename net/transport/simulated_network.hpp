// SPDX-License-Identifier: MIT
// A network in memory and in virtual time, with loss, delay, jitter, reordering, duplicates and
// damage. A seed makes them the same in every run. It is for tests, for measuring, and for trying a
// game on a bad line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::net {

// One direction between two endpoints. Probabilities are in parts per million (ppm) of the packets.
struct LinkOptions {
    // How long each packet takes.
    Time delay{0};
    Time jitter{0};  // added to the delay, uniform in [0, jitter], so packets overtake each other
    std::uint32_t loss_ppm = 0;       // packets that never arrive
    std::uint32_t burst_packets = 1;  // a loss takes this many unreliable packets in a row
    std::uint32_t duplicate_ppm = 0;  // packets that arrive twice
    std::uint32_t reorder_ppm = 0;    // packets that are late by four times delay + jitter
    std::uint32_t corrupt_ppm = 0;    // packets with one byte changed; unreliable ones only
    bool is_cut = false;              // nothing arrives any more: the peer has vanished
};

class SimulatedNetwork {
public:
    // The same seed gives the same losses and jitter. `links` applies to every connection.
    explicit SimulatedNetwork(std::uint64_t seed, LinkOptions links = {});
    ~SimulatedNetwork();
    SimulatedNetwork(const SimulatedNetwork&) = delete;
    SimulatedNetwork& operator=(const SimulatedNetwork&) = delete;

    // Adds an endpoint. Endpoints are numbered from 0, and that number is their PeerId for other
    // endpoints. They live as long as the network.
    Transport& add_endpoint();
    // Connects two endpoints; both are told by poll.
    void connect(std::uint32_t from, std::uint32_t to);
    // Replaces the link in one direction.
    void set_link(std::uint32_t from, std::uint32_t to, LinkOptions link);
    // Cuts an endpoint off: nothing from it or to it arrives any more.
    void cut(std::uint32_t endpoint);
    // Puts a packet on the wire as if `from` had sent it, as a stranger or a fault would do.
    void inject(std::uint32_t from, std::uint32_t to, Channel channel, sim::ByteView bytes);

    // Moves time forward. poll then gives everything that has arrived by `now`.
    void advance(Time now);

    // Counts over all connections.
    struct Statistics {
        std::uint64_t packets_sent = 0;        // unreliable packets sent
        std::uint64_t packets_lost = 0;        // unreliable packets lost
        std::uint64_t bytes_sent = 0;          // payload of unreliable packets
        std::size_t largest_packet_bytes = 0;  // of the unreliable ones
        std::uint64_t messages_sent = 0;       // reliable packets sent
    };
    // The counts since the beginning.
    const Statistics& statistics() const { return statistics_; }

private:
    class Endpoint;
    struct Link {
        LinkOptions options;
        Random random;
        std::uint32_t burst_left = 0;
        Time reliable_arrival{0};
    };
    struct Delivery {
        std::uint32_t to = 0;
        TransportEvent event;
    };

    Link& link(std::uint32_t from, std::uint32_t to);
    void send(std::uint32_t from, std::uint32_t to, Channel channel, sim::ByteView bytes);
    void send_unreliable(std::uint32_t from, std::uint32_t to, sim::ByteView bytes);
    void send_in_order(std::uint32_t from, std::uint32_t to, TransportEvent event);
    void deliver_at(Time when, std::uint32_t to, TransportEvent event);
    void close(std::uint32_t from, std::uint32_t to);

    std::uint64_t seed_;
    LinkOptions default_link_;
    Time now_{0};
    std::uint64_t deliveries_ = 0;
    std::vector<std::unique_ptr<Endpoint>> endpoints_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Link> links_;
    // By time, then by order of sending: ties have one order.
    std::map<std::pair<Time, std::uint64_t>, Delivery> in_flight_;
    Statistics statistics_;
};

}  // namespace tandem::net
