// SPDX-License-Identifier: MIT
// A network in memory and in virtual time: delay, jitter, loss alone and in bursts, reordering,
// duplicates, damage, limited rates and cuts that heal, for each direction of each line, and
// somebody on the way who delivers old packets again. A seed makes them the same in every run. It
// is for tests, for measuring, and for trying a game on a bad line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

// Each datagram carries so much besides its payload: 20 bytes of IPv4, 8 of UDP, and 14 of the
// transport itself (ENet's: 2 of header, 8 of a lone command, 4 of checksum).
inline constexpr std::size_t k_datagram_heads_bytes = 28 + 14;
// A sealed datagram carries 19 bytes of the seal in place of the checksum's 4.
inline constexpr std::size_t k_sealed_heads_bytes = k_datagram_heads_bytes - 4 + 19;

// The longest cut that heals. A peer that is silent for so long has long been given up.
inline constexpr Time k_cut_max = std::chrono::hours(1);

// The conditions of one direction between two endpoints. Probabilities are in parts per million
// (ppm) of the unreliable packets. Everything may act at once.
struct LinkOptions {
    // How long each packet takes.
    Time delay{0};
    Time jitter{0};  // added to the delay, uniform in [0, jitter], so packets overtake each other
    std::uint32_t loss_ppm = 0;       // packets that never arrive, each for itself
    std::uint32_t burst_ppm = 0;      // packets that never arrive, in bursts (Gilbert and Elliott)
    std::uint32_t burst_packets = 1;  // the mean length of a burst
    std::uint32_t duplicate_ppm = 0;  // packets that arrive twice
    std::uint32_t reorder_ppm = 0;    // packets that are late by four times delay + jitter
    std::uint32_t damage_ppm = 0;     // packets with one bit changed: found, and as good as lost
    // The bytes that the line carries in a second, each packet's heads included; 0 means no limit.
    std::uint64_t rate_bytes_per_s = 0;
    std::uint64_t queue_bytes = 65'536;  // the most that waits for it; more is lost
    bool is_cut = false;                 // nothing arrives any more: the peer has vanished
};

// The fate of the packets that were sent over a link, or over all of them.
struct LinkStatistics {
    std::uint64_t packets_sent = 0;        // unreliable packets sent
    std::uint64_t packets_lost = 0;        // those that never arrived, for whatever reason
    std::uint64_t lost_alone = 0;          // those lost by loss_ppm
    std::uint64_t lost_in_bursts = 0;      // by burst_ppm
    std::uint64_t lost_damaged = 0;        // found damaged on arrival
    std::uint64_t lost_in_queues = 0;      // there was no room, here or at the receiver
    std::uint64_t lost_in_cuts = 0;        // sent while the link was cut
    std::uint64_t packets_doubled = 0;     // arrived twice
    std::uint64_t packets_reordered = 0;   // held back
    std::uint64_t packets_replayed = 0;    // delivered again by replay()
    std::uint64_t copies_refused = 0;      // opened before, or older than the seal's window
    std::uint64_t copies_taken = 0;        // delivered though the same packet had been before
    std::uint64_t bytes_sent = 0;          // payload of unreliable packets
    std::size_t largest_packet_bytes = 0;  // the largest unreliable one
    std::uint64_t messages_sent = 0;       // reliable packets sent
    std::uint64_t message_bytes_sent = 0;  // payload of reliable packets
    std::uint64_t head_bytes_sent = 0;     // the heads of both

    // All that was sent, heads included.
    std::uint64_t wire_bytes_sent() const {
        return bytes_sent + message_bytes_sent + head_bytes_sent;
    }
};

// The most bytes of unreliable packets that an endpoint keeps while nobody polls it, as a socket
// does (ENet asks for this much). Further packets are lost.
inline constexpr std::size_t k_receive_buffer_bytes = 256 * 1024;
// The most bytes under way at once, over all links. Further unreliable packets are lost, as in the
// queues of any real network.
inline constexpr std::size_t k_under_way_bytes_max = std::size_t{64} << 20;
// The most packets of a tapped link that are kept, the newest.
inline constexpr std::size_t k_tapped_packets_max = std::size_t{1} << 16;

// The protection of the unreliable packets on all links: the seal, as over UDP, or a checksum, as a
// transport of another kind may have. Reliable ones have no datagrams here, so nothing can happen
// to them.
enum class Protection : std::uint8_t { checksum, seal };

// The network: endpoints, and a link in each direction between two of them.
class SimulatedNetwork {
public:
    // The same seed gives the same losses, jitter and keys. `links` and `protection` apply to every
    // connection.
    explicit SimulatedNetwork(std::uint64_t seed, LinkOptions links = {},
                              Protection protection = Protection::checksum);
    ~SimulatedNetwork();
    SimulatedNetwork(const SimulatedNetwork&) = delete;
    SimulatedNetwork& operator=(const SimulatedNetwork&) = delete;

    // Adds an endpoint. Endpoints are numbered from 0, and that number is their PeerId for other
    // endpoints, or its low 16 bits after a reconnect. They live as long as the network.
    Transport& add_endpoint();
    // Connects two endpoints; both are told by poll. `from` is the guest, and may reconnect: that
    // takes as many datagrams there and back as over ENet.
    void connect(std::uint32_t from, std::uint32_t to);
    // Replaces the link in one direction. Packets that wait for its rate go on at the new one.
    void set_link(std::uint32_t from, std::uint32_t to, LinkOptions options);
    // Cuts one direction from `begin` until before `end`.
    void cut(std::uint32_t from, std::uint32_t to, Time begin, Time end);
    // Cuts an endpoint off for good: nothing from it or to it arrives any more.
    void cut(std::uint32_t endpoint);
    // Puts a packet on the wire as if `from` had sent it over their newest connection, as a
    // stranger or a fault would do.
    void inject(std::uint32_t from, std::uint32_t to, Channel channel, sim::ByteView bytes);
    // Keeps a copy of every intact unreliable packet that arrives over this link from now on, as
    // somebody on the way could.
    void tap(std::uint32_t from, std::uint32_t to);
    // Delivers one of these copies again, at once, that arrived at most so long ago. Returns false
    // if there is none.
    bool replay(std::uint32_t from, std::uint32_t to, Time age_max);

    // Moves time forward. poll then gives everything that has arrived by `now`.
    void advance(Time now);

    // The conditions of one direction.
    const LinkOptions& link_options(std::uint32_t from, std::uint32_t to) const;
    // The counts of one direction since the beginning.
    const LinkStatistics& link_statistics(std::uint32_t from, std::uint32_t to) const;
    // The counts over all connections.
    using Statistics = LinkStatistics;
    // The fate of everything that was sent.
    Statistics statistics() const;
    // How many bytes are under way now.
    std::size_t bytes_under_way() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tandem::net
