// SPDX-License-Identifier: MIT
// The optional match key: encrypts and authenticates every payload between two sides that share a
// secret. A thin layer below the messages; the only file that knows a cipher is cipher.cpp.
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

// What a session draws its unpredictable numbers from. It is passed in, so that a test's session
// repeats itself. Each is for one session: two sessions with the same bytes and the same match key
// would encrypt with one key stream. So there is none without bytes, and none can be copied.
class Entropy {
public:
    // Bytes that nobody can guess and no other session gets; a test may give any.
    explicit Entropy(const std::array<std::byte, 32>& bytes) : bytes_(bytes) {}
    // Leaves the other one without bytes.
    Entropy(Entropy&& other) noexcept : bytes_(std::exchange(other.bytes_, std::nullopt)) {}
    // Likewise.
    Entropy& operator=(Entropy&& other) noexcept {
        bytes_ = std::exchange(other.bytes_, std::nullopt);
        return *this;
    }

    // Of one that was not moved away (asserted).
    const std::array<std::byte, 32>& bytes() const {
        TANDEM_ASSERT(bytes_.has_value());
        return *bytes_;
    }

private:
    std::optional<std::array<std::byte, 32>> bytes_;
};
// From the operating system: for everything but tests.
Entropy random_entropy();

// The secret both sides hold, derived from the content of a key file.
class MatchKey {
public:
    // How long a secret is, at least.
    static constexpr std::size_t k_secret_bytes_min = 16;
    static constexpr std::size_t k_secret_bytes_max = 64 * 1024;  // and at most

    // Line ends at the end of the secret do not count, so that an editor cannot change it. Fewer
    // than 16 bytes are an error: such a secret can be guessed.
    static sim::Result<MatchKey> from_secret(sim::ByteView secret);

    const std::array<std::byte, 32>& bytes() const { return bytes_; }  // the key itself

private:
    std::array<std::byte, 32> bytes_{};
};

// Seals what one side sends and opens what it receives. Both directions have a key of their own,
// derived from the match key and both sides' nonces, so no key ever meets the same counter twice.
class Cipher {
public:
    // Which end of a connection this is.
    enum class Side : std::uint8_t { host, guest };

    // For one connection: its two nonces are those of the greetings.
    Cipher(const MatchKey& key, const Nonce& host_nonce, const Nonce& guest_nonce, Side side);

    // ChaCha20-Poly1305 (RFC 8439): counter u64, ciphertext, 16 bytes of authenticator.
    sim::Bytes seal(Channel channel, sim::ByteView payload);
    // Nothing where the packet was not sealed by the other side of this connection, or where it is
    // a reliable one out of its turn.
    std::optional<sim::Bytes> open(Channel channel, sim::ByteView packet);

private:
    std::array<std::byte, 32> send_key_{};
    std::array<std::byte, 32> receive_key_{};
    std::array<std::uint64_t, 2> sent_{};  // by channel
    std::uint64_t reliable_received_ = 0;
};

}  // namespace tandem::net
