// SPDX-License-Identifier: MIT
// ENet's request for a connection, as whoever forges one makes it.
#pragma once

#include <arpa/inet.h>

#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {

// The request of version 3, and of anybody who knows ENet but no door. CRC-32 of all of it, with
// the checksum's own place behind the head being zero, is big-endian.
inline sim::Bytes naked_request(std::uint32_t id, std::uint32_t data) {
    sim::Bytes request = hex_bytes(
        "8fff1234"
        "00000000"
        "82ff00010000ffff0000049d00010000000000020000000000000000"
        "0000138800000002000000020000000000000000");
    constexpr std::size_t k_id_at = 48;
    sim::store_le(id, request.data() + k_id_at);
    sim::store_le(htonl(data), request.data() + k_id_at + 4);
    constexpr std::uint32_t k_polynomial = 0xEDB8'8320;
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::byte byte : request) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? k_polynomial : 0U);
        }
    }
    sim::store_le(htonl(~crc), request.data() + 4);
    return request;
}

}  // namespace tandem::test
