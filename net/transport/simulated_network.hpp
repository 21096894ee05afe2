// SPDX-License-Identifier: MIT
// A network in memory and in virtual time: seeded loss, delay, jitter, reordering, duplicates and
// damage, the same in every run. For tests, for measuring, and for trying a game under a bad line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::net {

// One direction between two endpoints. Chances are in parts per million of the packets.
struct LinkOptions {
    // How long every packet takes one way.
    Time delay{0};
    Time jitter{0};              // uniform in [0, jitter] on top, so packets overtake each other
    std::uint32_t loss_ppm = 0;  // how many never arrive
    std::uint32_t burst_packets = 1;  // a loss takes so many unreliable packets in a row
    std::uint32_t duplicate_ppm = 0;  // how many arrive twice
    std::uint32_t reorder_ppm = 0;    // held back by four times delay + jitter
    std::uint32_t corrupt_ppm = 0;    // one byte changed; unreliable packets only
    bool is_cut = false;              // nothing arrives, for good: the peer has vanished
};

class SimulatedNetwork {
public:
    // The same seed gives the same losses and jitter. `links` holds for every connection.
    explicit SimulatedNetwork(std::uint64_t seed, LinkOptions links = {});
    ~SimulatedNetwork();
    SimulatedNetwork(const SimulatedNetwork&) = delete;
    SimulatedNetwork& operator=(const SimulatedNetwork&) = delete;

    // A new endpoint, numbered from 0. It lives as long as the network; for its peers, PeerId is
    // the endpoint's number.
    Transport& add_endpoint();
    // Both ends will be told.
    void connect(std::uint32_t from, std::uint32_t to);
    // Replaces the link in one direction.
    void set_link(std::uint32_t from, std::uint32_t to, LinkOptions link);
    // Nothing of this endpoint arrives anywhere any more, nor anything at it.
    void cut(std::uint32_t endpoint);
    // Puts a packet on the wire as if `from` had sent it: what a stranger or a fault would do.
    void inject(std::uint32_t from, std::uint32_t to, Channel channel, sim::ByteView bytes);

    // Moves time forward; what has arrived by then is what polls give.
    void advance(Time now);

    // What went over all connections.
    struct Statistics {
        std::uint64_t packets_sent = 0;        // unreliable
        std::uint64_t packets_lost = 0;        // of them
        std::uint64_t bytes_sent = 0;          // of unreliable payload
        std::size_t largest_packet_bytes = 0;  // of the unreliable ones
        std::uint64_t messages_sent = 0;       // reliable ones
    };
    // Since the beginning.
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
