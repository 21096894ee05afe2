// SPDX-License-Identifier: MIT
// Offsets of ENet 1.3's protocol, which has been the same since its first version.
#include <tandem/net/transport/enet_datagram.hpp>

#include <cstring>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::byte k_has_time{0x80};
constexpr std::byte k_is_compressed{0x40};
// The command CONNECT with the flag that asks for an acknowledgement.
constexpr std::byte k_connect{0x82};
constexpr std::size_t k_connect_head_bytes = 4;  // with a time
constexpr std::size_t k_connect_bytes = 48;
constexpr std::size_t k_number_at = 4;
constexpr std::size_t k_channels_at = 16;
constexpr std::size_t k_id_at = 40;

std::uint32_t big_endian(ByteView bytes) {
    std::uint32_t value = 0;
    for (const std::byte byte : bytes) {
        value = value << 8 | static_cast<std::uint32_t>(byte);
    }
    return value;
}

}  // namespace

std::optional<std::size_t> head_bytes(ByteView datagram) {
    if (datagram.size() < 2) {
        return std::nullopt;
    }
    const std::size_t size = (datagram[0] & k_has_time) != std::byte{0} ? 4 : 2;
    return datagram.size() < size ? std::nullopt : std::optional(size);
}

std::uint16_t receiver_of(ByteView datagram) {
    return static_cast<std::uint16_t>(big_endian(datagram.first(2)) & k_no_place);
}

std::optional<ConnectRequest> decode_connect(ByteView datagram) {
    if (datagram.size() != k_connect_head_bytes + k_connect_bytes ||
        (datagram[0] & k_has_time) == std::byte{0} ||
        (datagram[0] & k_is_compressed) != std::byte{0} || receiver_of(datagram) != k_no_place ||
        datagram[k_connect_head_bytes] != k_connect) {
        return std::nullopt;
    }
    const ByteView command = datagram.subspan(k_connect_head_bytes);
    ConnectRequest request;
    std::memcpy(&request.id, command.data() + k_id_at, sizeof(request.id));
    request.number = static_cast<std::uint16_t>(big_endian(command.subspan(k_number_at, 2)));
    request.channels = big_endian(command.subspan(k_channels_at, 4));
    return request;
}

Bytes without_checksum(ByteView datagram) {
    const auto head = head_bytes(datagram);
    TANDEM_ASSERT(head && datagram.size() >= *head + k_checksum_bytes);
    Bytes out(datagram.begin(), datagram.begin() + static_cast<std::ptrdiff_t>(*head));
    sim::append(out, datagram.subspan(*head + k_checksum_bytes));
    return out;
}

Bytes with_empty_checksum(ByteView datagram) {
    const auto head = head_bytes(datagram);
    TANDEM_ASSERT(head.has_value());
    Bytes out(datagram.begin(), datagram.begin() + static_cast<std::ptrdiff_t>(*head));
    out.resize(*head + k_checksum_bytes);
    sim::append(out, datagram.subspan(*head));
    return out;
}

}  // namespace tandem::net
