// SPDX-License-Identifier: MIT
// The optional match key: it encrypts and authenticates every payload between two sides that share
// a secret. It is a thin layer below the messages. Only cipher.cpp knows the cipher.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <tandem/net/transport/match_key.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// Encrypts what one side sends and decrypts what it receives. Each direction has its own key,
// derived from the match key and the nonces of both sides. So no key is ever used twice with the
// same counter.
class Cipher {
public:
    // Which end of a connection this is.
    enum class Side : std::uint8_t { host, guest };

    // A cipher for one connection, with the nonces of its two greetings.
    Cipher(const MatchKey& key, const Nonce& host_nonce, const Nonce& guest_nonce, Side side);

    // Encrypts a payload with ChaCha20-Poly1305 (RFC 8439). The result is a counter (u64), the
    // ciphertext, and an authenticator of 16 bytes.
    sim::Bytes seal(Channel channel, sim::ByteView payload);
    // Decrypts a packet. Returns nothing if the other side of this connection did not encrypt it,
    // or if it is a reliable packet out of order.
    std::optional<sim::Bytes> open(Channel channel, sim::ByteView packet);

private:
    std::array<std::byte, 32> send_key_{};
    std::array<std::byte, 32> receive_key_{};
    std::array<std::uint64_t, 2> sent_{};  // by channel
    std::uint64_t reliable_received_ = 0;
};

}  // namespace tandem::net
