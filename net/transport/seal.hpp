// SPDX-License-Identifier: MIT
// A side of a sealed connection. Bytes that one end seals are opened only by the other end, and
// only once. The transport below the sessions uses it; sessions know nothing of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <tandem/net/transport/secret.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The two keys of a connection, one for each direction. Never use them for a second connection.
struct SealKeys {
    SecretKey to_host;
    SecretKey to_guest;
};

// The end of a connection.
enum class SealSide : std::uint8_t { host, guest };

// ChaCha20-Poly1305 (RFC 8439) with a counter as nonce. A sealed datagram is the counter's 16 low
// bits, little-endian, then the ciphertext with its tag. The opener knows about which counter comes
// next, so it finds the other 48 bits; if it were wrong, the tag would not fit.
class Seal {
public:
    // A sealed datagram is longer than its content by so much.
    static constexpr std::size_t k_overhead_bytes = 2 + 16;
    // Datagrams may arrive in any order, but not later than this many others.
    static constexpr std::uint64_t k_window = 2048;

    // Makes an end. The other end needs the same keys and the other side.
    Seal(SealKeys keys, SealSide side);
    Seal(const Seal&) = delete;
    Seal& operator=(const Seal&) = delete;
    // Only one object may count, so a Seal that was moved away seals nothing more (asserted).
    Seal(Seal&& other) noexcept;
    Seal& operator=(Seal&& other) noexcept;
    ~Seal() = default;

    // The sealed datagram for these bytes. No two are alike, even if their content is.
    sim::Bytes seal(sim::ByteView plain);

    // The content of a datagram, and whether it was sent after all others that were opened.
    struct Opened {
        sim::Bytes plain;
        bool is_newest = false;
    };
    // Opens a datagram of the other end. Returns nothing, and leaves no trace of it, if it was not
    // sealed there for here, was changed, was opened before, or is older than the window.
    std::optional<Opened> open(sim::ByteView sealed);

private:
    std::uint64_t full_counter(std::uint16_t low) const;
    bool is_new(std::uint64_t counter) const;
    void mark(std::uint64_t counter);

    SecretKey send_key_;
    SecretKey receive_key_;
    std::uint64_t sent_ = 0;      // the counter of the next datagram
    std::uint64_t received_ = 0;  // the newest counter that was opened, plus one
    std::array<std::uint64_t, k_window / 64> opened_{};  // a bit for each of the last counters
};

}  // namespace tandem::net
