// SPDX-License-Identifier: MIT
// What a session needs of a network: peers that come and go, packets that may be lost, and packets
// that may not. No type of a network library appears here.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// A point in time: nanoseconds since any fixed point, the same one for all calls to one object.
// Nothing here reads a clock.
using Time = std::chrono::nanoseconds;

// A connection, numbered by the transport that made it.
struct PeerId {
    std::uint32_t value = 0;  // never given to another connection

    constexpr PeerId() = default;
    // Of a number that the transport gave.
    constexpr explicit PeerId(std::uint32_t number) : value(number) {}
    friend constexpr auto operator<=>(PeerId, PeerId) = default;
};

// The two ways in which a packet travels.
enum class Channel : std::uint8_t {
    unreliable = 0,  // each packet arrives at most a few times, or never, in any order
    reliable = 1,    // arrives once and in order, however long it takes
};

// What happened on a transport: a connection that began or ended, a packet that arrived.
struct TransportEvent {
    // Which of the three.
    enum class Kind : std::uint8_t { connected, disconnected, packet };
    Kind kind = Kind::packet;               // what happened
    PeerId peer;                            // with whom
    Channel channel = Channel::unreliable;  // of a packet
    sim::Bytes bytes;                       // of a packet
};

class Transport {
public:
    virtual ~Transport() = default;
    // What has happened since the last call, in order; waits for the first of it up to `wait_max`
    // where it can.
    virtual std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) = 0;
    // Queues a packet; to a peer that is gone it does nothing. An unreliable packet is at most
    // k_packet_bytes_max long (wire.hpp; asserted), a reliable one at most k_message_bytes_max.
    virtual void send(PeerId peer, Channel channel, sim::ByteView bytes) = 0;
    // Puts what is queued on the wire now.
    virtual void flush() = 0;
    // Ends a connection once what was sent reliably has arrived; poll says disconnected then.
    virtual void close(PeerId peer) = 0;
    // Whether any connection is open, being made or being closed. False means that nothing is left
    // to wait for.
    virtual bool is_open() const = 0;
};

}  // namespace tandem::net
