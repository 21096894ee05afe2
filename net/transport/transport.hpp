// SPDX-License-Identifier: MIT
// A session needs this from a network: peers that come and go, packets that may be lost, and
// packets that may not. No type of a network library appears here.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// A point in time: nanoseconds since any fixed point. Use the same point for all calls to one
// object. Nothing here reads a clock.
using Time = std::chrono::nanoseconds;

// A connection, numbered by the transport that made it.
struct PeerId {
    std::uint32_t value = 0;  // never reused for another connection

    constexpr PeerId() = default;
    // The peer with this number.
    constexpr explicit PeerId(std::uint32_t number) : value(number) {}
    friend constexpr auto operator<=>(PeerId, PeerId) = default;
};

// The two ways in which a packet travels.
enum class Channel : std::uint8_t {
    unreliable = 0,  // a packet arrives never, once or a few times, in any order
    reliable = 1,    // each packet arrives once and in order, however long it takes
};

// An event of a transport: a connection began or ended, or a packet arrived.
struct TransportEvent {
    // The kinds of event.
    enum class Kind : std::uint8_t { connected, disconnected, packet };
    Kind kind = Kind::packet;               // the kind of event
    PeerId peer;                            // with whom
    Channel channel = Channel::unreliable;  // a packet's channel
    // A packet's content. Of a new connection, a number of it that both sides know and that nobody
    // can choose: 32 bytes, or none where connections have no secret.
    sim::Bytes bytes;
};

class Transport {
public:
    virtual ~Transport() = default;
    // The events since the last call, in order. It waits up to `wait_max` for the first one, if the
    // transport can wait.
    virtual std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) = 0;
    // Queues a packet; does nothing if the peer is gone. An unreliable packet has at most
    // k_packet_bytes_max bytes, a reliable one at most k_message_bytes_max (asserted; both in
    // net/wire/terms.hpp).
    virtual void send(PeerId peer, Channel channel, sim::ByteView bytes) = 0;
    // Sends the queued packets now.
    virtual void flush() = 0;
    // Ends a connection after all its reliable packets have arrived. poll then reports
    // `disconnected`.
    virtual void close(PeerId peer) = 0;
    // Gives a guest's connection up at once, without a word, and makes a new one to the same host
    // from the beginning. poll then reports `connected` with a new PeerId, and nothing more of the
    // old one. A host has nobody to call (asserted).
    virtual void reconnect() = 0;
    // True while a connection is open, being made or being closed. False means that there is
    // nothing to wait for.
    virtual bool is_open() const = 0;
    // True while somebody may already take itself for connected to us of whom poll has not told
    // yet. It is told soon, or has given up.
    virtual bool is_being_called() const { return false; }
};

}  // namespace tandem::net
