// SPDX-License-Identifier: MIT
// The checksum is the upper half of XXH3-64.
#include <tandem/net/transport/simulated/framing.hpp>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {
namespace {

using sim::Bytes;
using sim::ByteView;

constexpr std::size_t k_checksum_bytes = 4;

std::uint32_t checksum(ByteView payload) {
    return static_cast<std::uint32_t>(sim::hash_bytes(payload) >> 32);
}

}  // namespace

Bytes framed(ByteView payload) {
    Bytes datagram;
    datagram.reserve(k_checksum_bytes + payload.size());
    sim::append_le(datagram, checksum(payload));
    sim::append(datagram, payload);
    return datagram;
}

std::optional<Bytes> unframed(Bytes datagram) {
    if (datagram.size() < k_checksum_bytes) {
        return std::nullopt;
    }
    const ByteView payload = ByteView(datagram).subspan(k_checksum_bytes);
    if (sim::load_le<std::uint32_t>(datagram.data()) != checksum(payload)) {
        return std::nullopt;
    }
    datagram.erase(datagram.begin(), datagram.begin() + k_checksum_bytes);
    return datagram;
}

void damage(Bytes& datagram, std::uint32_t which) {
    const std::size_t bits = datagram.size() * 8;
    if (bits > 0) {
        datagram[which % bits / 8] ^= static_cast<std::byte>(1U << (which % 8));
    }
}

}  // namespace tandem::net
