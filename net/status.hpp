// SPDX-License-Identifier: MIT
// How a session stands with the others and with real time, and what its transport is to send.
#pragma once

#include <cstdint>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// What the transport is to do: send a packet, or close a connection once what was sent reliably has
// arrived.
struct Outgoing {
    enum class Kind : std::uint8_t { packet, close };
    Kind kind = Kind::packet;
    PeerId peer;
    Channel channel = Channel::unreliable;
    sim::Bytes bytes;
};

// As `due_ticks`: run as fast as inputs come, each asked for delay_ticks ahead of the simulation.
inline constexpr std::uint64_t k_unpaced = ~std::uint64_t{0};

// How the line to one peer is doing.
struct PeerStatus {
    Slot slot;
    // How many ticks before its need the last input came: ours at the peer, and the peer's here.
    // k_slack_unknown where nothing came yet.
    std::int8_t slack_there = 0;
    std::int8_t slack_here = 0;
    std::uint64_t ticks_compared = 0;   // our history and theirs are known to agree up to here
    std::uint64_t packets_dropped = 0;  // damaged, stray or forged
};

// How our own side keeps time.
struct PaceStatus {
    std::uint32_t delay_ticks = 0;    // how far ahead inputs are asked for
    std::uint32_t slow_down_ppm = 0;  // how much slower than real time our ticks come just now;
                                      // 1,000,000: they wait for who begins later
    std::uint64_t ticks_due = 0;      // real time's, less what we waited for the others
    Time held{0};                     // what we waited in all
};

}  // namespace tandem::net
