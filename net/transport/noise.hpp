// SPDX-License-Identifier: MIT
// The handshake that makes the keys of a connection: of the Noise Protocol Framework, revision 34,
// Noise_NNpsk0_25519_ChaChaPoly_BLAKE2b where both sides share a secret, else
// Noise_NN_25519_ChaChaPoly_BLAKE2b. The guest calls, the host answers. Each connection gets keys
// of its own, so whoever learns the shared secret later cannot read what was recorded before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <tandem/net/transport/seal.hpp>
#include <tandem/net/transport/secret.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// A number of one connection that both its sides know, and nobody can choose. Whoever sits between
// two sides has another one with each.
using Binding = std::array<std::byte, 32>;

class Noise {
public:
    // A message is longer than its payload by so much: a public key and a tag.
    static constexpr std::size_t k_overhead_bytes = 32 + 16;
    // Without a shared secret the first message has no tag.
    static constexpr std::size_t k_bare_overhead_bytes = 32;

    // Makes a side of a handshake. `prologue` holds the facts that both must share besides the
    // secret. `ephemeral` is random and for this handshake alone.
    Noise(SealSide side, const std::optional<SecretKey>& shared, sim::ByteView prologue,
          SecretKey ephemeral);

    // Writes this side's only message: the guest at once, the host after it has read the guest's
    // (asserted). Returns nothing if the other side's public key is one that makes no secret.
    std::optional<sim::Bytes> write(sim::ByteView payload);
    // Reads the other side's only message in its turn (asserted) and returns its payload. Returns
    // nothing if the other side does not know the secret or has another prologue; then the
    // handshake is over.
    std::optional<sim::Bytes> read(sim::ByteView message);

    // Our public key, which our message begins with. It is zeros before that is written.
    const std::array<std::byte, 32>& own_public() const { return own_public_; }
    // The hash of all that was said, the same on both sides after both messages.
    const std::array<std::byte, 64>& handshake_hash() const { return hash_.bytes(); }
    // The first half of it.
    Binding binding() const;
    // The connection's seal, after both messages, once (asserted).
    Seal split();

private:
    // The side whose turn it is, or the next step.
    enum class Turn : std::uint8_t { guest, host, split, over };

    void mix_hash(sim::ByteView bytes);
    void mix_public(sim::ByteView key);
    void mix_key(sim::ByteView material);
    void mix_key_and_hash(sim::ByteView material);
    sim::Bytes encrypt_and_hash(sim::ByteView plain);
    std::optional<sim::Bytes> decrypt_and_hash(sim::ByteView sealed);
    [[nodiscard]] bool mix_shared();

    SealSide side_;
    bool is_keyed_;
    Turn turn_ = Turn::guest;
    SecretKey ephemeral_;
    std::array<std::byte, 32> own_public_{};
    std::array<std::byte, 32> other_public_{};
    SecretBytes<64> hash_;          // the hash of all that was said
    SecretBytes<64> chain_;         // the hash of all that was agreed
    std::optional<SecretKey> key_;  // nothing until there is something secret
    std::uint64_t counter_ = 0;
};

}  // namespace tandem::net
