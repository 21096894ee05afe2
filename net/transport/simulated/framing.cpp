// SPDX-License-Identifier: MIT
// The checksum is the upper half of XXH3-64.
#include <tandem/net/transport/simulated/framing.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/net/transport/seal.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {
namespace {

constexpr std::size_t k_checksum_bytes = 4;
// The gate puts the connection's number before the sealed bytes, and ENet's checksum is gone.
constexpr std::size_t k_connection_bytes = 1;
static_assert(k_sealed_heads_bytes == k_datagram_heads_bytes - k_checksum_bytes +
                                          k_connection_bytes + Seal::k_overhead_bytes);

std::uint32_t checksum(ByteView payload) {
    return static_cast<std::uint32_t>(sim::hash_bytes(payload) >> 32);
}

class ChecksumFraming final : public Framing {
public:
    Bytes wrap(ByteView payload) override {
        Bytes datagram;
        datagram.reserve(k_checksum_bytes + payload.size());
        sim::append_le(datagram, checksum(payload));
        sim::append(datagram, payload);
        return datagram;
    }
    std::optional<Bytes> open(ByteView datagram) override {
        if (datagram.size() < k_checksum_bytes) {
            return std::nullopt;
        }
        const ByteView payload = datagram.subspan(k_checksum_bytes);
        if (sim::load_le<std::uint32_t>(datagram.data()) != checksum(payload)) {
            return std::nullopt;
        }
        return Bytes(payload.begin(), payload.end());
    }
};

class SealedFraming final : public Framing {
public:
    SealedFraming(SealKeys keys, SealSide side) : seal_(std::move(keys), side) {}

    Bytes wrap(ByteView payload) override { return seal_.seal(payload); }
    std::optional<Bytes> open(ByteView datagram) override {
        auto opened = seal_.open(datagram);
        return opened ? std::optional(std::move(opened->plain)) : std::nullopt;
    }

private:
    Seal seal_;
};

}  // namespace

std::unique_ptr<Framing> checksum_framing() { return std::make_unique<ChecksumFraming>(); }

std::unique_ptr<Framing> sealed_framing(std::uint64_t seed, std::uint32_t own,
                                        std::uint32_t other) {
    Bytes ends;
    sim::append_le(ends, seed);
    sim::append_le(ends, std::min(own, other));
    sim::append_le(ends, std::max(own, other));
    KeyRatchet keys(keyed_hash(sim::as_bytes("tandem simulated line"), ends));
    SealKeys both;
    both.to_host = keys.next();
    both.to_guest = keys.next();
    return std::make_unique<SealedFraming>(std::move(both),
                                           own < other ? SealSide::host : SealSide::guest);
}

void damage(Bytes& datagram, std::uint32_t which) {
    const std::size_t bits = datagram.size() * 8;
    if (bits > 0) {
        datagram[which % bits / 8] ^= static_cast<std::byte>(1U << (which % 8));
    }
}

}  // namespace tandem::net
