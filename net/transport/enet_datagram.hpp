// SPDX-License-Identifier: MIT
// The little that sealing must know of ENet's datagrams: how long their head is, for whom they are,
// and who asks for a connection. It knows bytes only and none of ENet's own types.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// ENet's checksum, behind the head.
inline constexpr std::size_t k_checksum_bytes = 4;
// The receiver's number in a datagram that asks for a connection.
inline constexpr std::uint16_t k_no_place = 0x0FFF;

// The length of the head, without a checksum: 4 with a time, else 2. Returns nothing if the
// datagram is shorter than that.
std::optional<std::size_t> head_bytes(sim::ByteView datagram);
// The receiver's own number of the connection. The datagram must have a head.
std::uint16_t receiver_of(sim::ByteView datagram);

// A request for a connection.
struct ConnectRequest {
    std::uint32_t id = 0;        // the connection's id, as it lies in memory
    std::uint16_t number = 0;    // the caller's own number of it
    std::uint32_t channels = 0;  // how many it wants
};
// Reads a datagram, without a checksum, that is a request and nothing else, as a caller of ours
// sends it.
std::optional<ConnectRequest> decode_connect(sim::ByteView datagram);

// The datagram without its checksum, and with one of zeros; both need a whole head (asserted).
sim::Bytes without_checksum(sim::ByteView datagram);
sim::Bytes with_empty_checksum(sim::ByteView datagram);

}  // namespace tandem::net
