// SPDX-License-Identifier: MIT
// The optional match key: it encrypts and authenticates every payload between two sides that share
// a secret. It is a thin layer below the messages. Only cipher.cpp knows the cipher.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// The randomness of one session. It is passed in, so that a test can repeat a session. Never use
// the same bytes for two sessions: with the same match key they would encrypt with the same key
// stream. So an Entropy has no default and cannot be copied.
class Entropy {
public:
    // Randomness from these bytes. Nobody may be able to guess them, and no other session may get
    // them. A test may use any bytes.
    explicit Entropy(const std::array<std::byte, 32>& bytes) : bytes_(bytes) {}
    // Moves the bytes; `other` has none afterwards.
    Entropy(Entropy&& other) noexcept : bytes_(std::exchange(other.bytes_, std::nullopt)) {}
    // The same.
    Entropy& operator=(Entropy&& other) noexcept {
        bytes_ = std::exchange(other.bytes_, std::nullopt);
        return *this;
    }

    // The bytes. They must not have been moved away (asserted).
    const std::array<std::byte, 32>& bytes() const {
        TANDEM_ASSERT(bytes_.has_value());
        return *bytes_;
    }

private:
    std::optional<std::array<std::byte, 32>> bytes_;
};
// Randomness from the operating system. Use it for everything but tests.
Entropy random_entropy();

// The secret of both sides, derived from the content of a key file.
class MatchKey {
public:
    // The shortest secret.
    static constexpr std::size_t k_secret_bytes_min = 16;
    static constexpr std::size_t k_secret_bytes_max = 64 * 1024;  // the longest secret

    // Makes a key of a secret. Line ends at the end of the secret are ignored, because editors add
    // them. A secret of fewer than 16 bytes is an error, because it can be guessed.
    static sim::Result<MatchKey> from_secret(sim::ByteView secret);

    const std::array<std::byte, 32>& bytes() const { return bytes_; }  // the key itself

private:
    std::array<std::byte, 32> bytes_{};
};

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
