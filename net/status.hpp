// SPDX-License-Identifier: MIT
// The state of a session's lines and of its time, and what its transport must send.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A task for the transport: to send a packet, to close a connection after all its reliable packets
// have arrived, or to call the host anew (Transport::reconnect).
struct Outgoing {
    // The kinds of task.
    enum class Kind : std::uint8_t { packet, close, reconnect };
    Kind kind = Kind::packet;               // the kind of task
    PeerId peer;                            // with whom; unused by reconnect
    Channel channel = Channel::unreliable;  // a packet's channel
    sim::Bytes bytes;                       // a packet's content
};

// The state of the line to a peer.
struct PeerStatus {
    Slot slot;  // the peer's slot
    // How many ticks before its use our last input came there. 0 means in the last tick before, a
    // number below 0 too late, and an empty value that none has come yet.
    std::optional<std::int32_t> slack_there;
    std::optional<std::int32_t> slack_here;  // the same of the peer's last input here
    Time round_trip{0};                      // the last one measured
    Time jitter{0};                          // how much round trips differ
    std::uint32_t loss_ppm = 0;              // packets from the peer that got lost, in millionths
    std::uint64_t ticks_compared = 0;        // our history and the peer's are equal up to here
    bool is_absent = false;                  // it takes no part at present
};

// The state of our own timekeeping.
struct PaceStatus {
    std::uint32_t delay_ticks = 0;    // how far ahead inputs are asked for
    std::uint32_t slow_down_ppm = 0;  // by how much our ticks are slowed down now, in millionths
    std::uint64_t ticks_due = 0;      // how many ticks are due
    std::uint64_t ticks_wanted = 0;   // would be due if the others had not just held us back
    Time held{0};                     // how long we waited for the others in all
    bool is_too_slow = false;         // our machine needs longer for a tick than a tick takes
};

}  // namespace tandem::net
