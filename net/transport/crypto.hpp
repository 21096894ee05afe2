// SPDX-License-Identifier: MIT
// The few primitives that sealing is made of, in our own types. Only crypto.cpp knows the library
// that computes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/net/transport/secret.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The bytes by which an authenticated message is longer than its content.
inline constexpr std::size_t k_tag_bytes = 16;
// How many bytes a salt has. It is no secret.
inline constexpr std::size_t k_salt_bytes = 16;
using Salt = std::array<std::byte, k_salt_bytes>;

// The cost of a passphrase's key: Argon2id's memory and its passes over it.
struct StretchCost {
    std::uint32_t memory_kib = 64 * 1024;
    std::uint32_t passes = 3;
    friend bool operator==(const StretchCost&, const StretchCost&) = default;
};

// Randomness of the operating system.
SecretKey random_key();

// BLAKE2b-512 of `first` and then `second`.
SecretBytes<64> hash512(sim::ByteView first, sim::ByteView second = {});
// BLAKE2b-256 of `content`, keyed in BLAKE2b's own way.
SecretKey keyed_hash(sim::ByteView key, sim::ByteView content);
// SipHash-2-4 with a key of 16 bytes: a quick authenticator for what lives a minute.
std::uint64_t quick_mac(const SecretBytes<16>& key, sim::ByteView content);
// True if both, of one size (asserted), have the same bytes. It lasts equally long wherever they
// differ.
bool is_same_secret(sim::ByteView a, sim::ByteView b);

// ChaCha20-Poly1305 (RFC 8439). The nonce is four zeros and the counter, little-endian. `out` gets
// k_tag_bytes more than `plain` has; it may begin where `plain` does.
void encrypt(const SecretKey& key, std::uint64_t counter, sim::ByteView associated,
             sim::ByteView plain, std::byte* out);
// Decrypts what encrypt wrote. `out` gets k_tag_bytes less than `sealed` has (asserted to be that
// many). Returns false, and leaves no content in `out`, if the message is not authentic.
[[nodiscard]] bool decrypt(const SecretKey& key, std::uint64_t counter, sim::ByteView associated,
                           sim::ByteView sealed, std::byte* out);

// X25519 (RFC 7748): the public key of a secret one.
std::array<std::byte, 32> public_key(const SecretKey& secret);
// The secret shared with the owner of a public key. Returns false for the few public keys that give
// the same "secret" to everybody.
[[nodiscard]] bool shared_secret(const SecretKey& own, const std::array<std::byte, 32>& other,
                                 SecretKey& out);

// Argon2id (RFC 9106), one lane. Returns false if the machine has not the memory for it.
[[nodiscard]] bool stretch(sim::ByteView passphrase, const Salt& salt, StretchCost cost,
                           SecretKey& out);

// Keys that nobody can guess, one after the other, from one random seed. Each step forgets how it
// came there, so a later look into memory does not show the earlier keys.
class KeyRatchet {
public:
    // The keys that follow from this seed. The same seed gives the same keys, for tests.
    explicit KeyRatchet(SecretKey seed) : state_(std::move(seed)) {}
    // The next key.
    SecretKey next();

private:
    SecretKey state_;
};

}  // namespace tandem::net
