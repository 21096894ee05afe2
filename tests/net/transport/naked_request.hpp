// SPDX-License-Identifier: MIT
// ENet's request for a connection, as a program sends it that knows ENet but no door.
#pragma once

#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {

// A request for two channels, with a checksum of zeros, as an opened datagram has it.
inline sim::Bytes naked_request(std::uint32_t id) {
    sim::Bytes request = hex_bytes(
        "8fff1234"
        "00000000"
        "82ff00010000ffff0000049d00010000000000020000000000000000"
        "0000138800000002000000020000000000000000");
    constexpr std::size_t k_id_at = 48;
    sim::store_le(id, request.data() + k_id_at);
    return request;
}

}  // namespace tandem::test
