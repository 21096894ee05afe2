// SPDX-License-Identifier: MIT
// The state of a session's lines and of its time, and what its transport must send.
#pragma once

#include <cstdint>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// What the transport must do: send a packet, or close a connection after all its reliable packets
// have arrived.
struct Outgoing {
    // What to do.
    enum class Kind : std::uint8_t { packet, close };
    Kind kind = Kind::packet;               // what to do
    PeerId peer;                            // with whom
    Channel channel = Channel::unreliable;  // of a packet
    sim::Bytes bytes;                       // of a packet
};

// A value for `due_ticks`: the match runs as fast as inputs come. Each input is asked for
// delay_ticks ahead of the simulation.
inline constexpr std::uint64_t k_unpaced = ~std::uint64_t{0};

// How the line to one peer is doing.
struct PeerStatus {
    Slot slot;  // of the peer
    // The slack of our last input at the peer; k_slack_unknown if nothing has arrived yet.
    std::int8_t slack_there = 0;
    // The slack of the peer's last input here; k_slack_unknown if nothing has arrived yet.
    std::int8_t slack_here = 0;
    std::uint64_t ticks_compared = 0;   // our history and the peer's are equal up to here
    std::uint64_t packets_dropped = 0;  // damaged, stray or forged
};

// How our own side keeps time.
struct PaceStatus {
    std::uint32_t delay_ticks = 0;    // how far ahead inputs are asked for
    std::uint32_t slow_down_ppm = 0;  // by how much our ticks are slowed down now, in millionths;
                                      // 1,000,000: they wait for a side that begins later
    std::uint64_t ticks_due = 0;      // real time's ticks, minus those we waited
    Time held{0};                     // how long we waited for the others in all
};

}  // namespace tandem::net
