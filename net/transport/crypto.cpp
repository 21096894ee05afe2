// SPDX-License-Identifier: MIT
// Computes the primitives by libsodium.
#include <tandem/net/transport/crypto.hpp>

#include <sodium.h>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

static_assert(crypto_aead_chacha20poly1305_ietf_ABYTES == k_tag_bytes);
static_assert(crypto_aead_chacha20poly1305_ietf_KEYBYTES == sizeof(SecretKey));
static_assert(crypto_scalarmult_BYTES == sizeof(SecretKey));
static_assert(crypto_scalarmult_SCALARBYTES == sizeof(SecretKey));
static_assert(crypto_pwhash_SALTBYTES == k_salt_bytes);
static_assert(crypto_shorthash_KEYBYTES == 16);

using AeadNonce = std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES>;

const unsigned char* raw(const std::byte* bytes) {
    return reinterpret_cast<const unsigned char*>(bytes);
}
const unsigned char* raw(ByteView bytes) { return raw(bytes.data()); }
unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

// Starts the library. It may be called any number of times.
void start_sodium() {
    static const bool is_started = sodium_init() >= 0;
    TANDEM_ASSERT(is_started);
}

AeadNonce nonce_of(std::uint64_t counter) {
    AeadNonce nonce{};
    sim::store_le(counter, nonce.data() + 4);
    return nonce;
}

}  // namespace

void wipe(std::byte* bytes, std::size_t size) { sodium_memzero(bytes, size); }

SecretKey random_key() {
    start_sodium();
    SecretKey key;
    randombytes_buf(key.bytes().data(), key.bytes().size());
    return key;
}

SecretBytes<64> hash512(ByteView first, ByteView second) {
    start_sodium();
    SecretBytes<64> out;
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, out.bytes().size());
    crypto_generichash_update(&state, raw(first), first.size());
    crypto_generichash_update(&state, raw(second), second.size());
    crypto_generichash_final(&state, raw(out.bytes().data()), out.bytes().size());
    sodium_memzero(&state, sizeof(state));
    return out;
}

SecretKey keyed_hash(ByteView key, ByteView content) {
    start_sodium();
    SecretKey out;
    crypto_generichash(raw(out.bytes().data()), out.bytes().size(), raw(content), content.size(),
                       raw(key), key.size());
    return out;
}

std::uint64_t quick_mac(const SecretBytes<16>& key, ByteView content) {
    std::array<std::byte, crypto_shorthash_BYTES> out{};
    crypto_shorthash(raw(out.data()), raw(content), content.size(), raw(key.bytes()));
    return sim::load_le<std::uint64_t>(out.data());
}

bool is_same_secret(ByteView a, ByteView b) {
    TANDEM_ASSERT(a.size() == b.size());
    return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

void encrypt(const SecretKey& key, std::uint64_t counter, ByteView associated, ByteView plain,
             std::byte* out) {
    start_sodium();
    const AeadNonce nonce = nonce_of(counter);
    unsigned long long size = 0;
    crypto_aead_chacha20poly1305_ietf_encrypt(raw(out), &size, raw(plain), plain.size(),
                                              raw(associated), associated.size(), nullptr,
                                              raw(nonce), raw(key.bytes()));
    TANDEM_ASSERT(size == plain.size() + k_tag_bytes);
}

bool decrypt(const SecretKey& key, std::uint64_t counter, ByteView associated, ByteView sealed,
             std::byte* out) {
    TANDEM_ASSERT(sealed.size() >= k_tag_bytes);
    start_sodium();
    const AeadNonce nonce = nonce_of(counter);
    unsigned long long size = 0;
    return crypto_aead_chacha20poly1305_ietf_decrypt(
               raw(out), &size, nullptr, raw(sealed), sealed.size(), raw(associated),
               associated.size(), raw(nonce), raw(key.bytes())) == 0;
}

std::array<std::byte, 32> public_key(const SecretKey& secret) {
    start_sodium();
    std::array<std::byte, 32> out{};
    // It fails for no clamped scalar.
    TANDEM_ASSERT(crypto_scalarmult_base(raw(out.data()), raw(secret.bytes())) == 0);
    return out;
}

bool shared_secret(const SecretKey& own, const std::array<std::byte, 32>& other, SecretKey& out) {
    start_sodium();
    return crypto_scalarmult(raw(out.bytes().data()), raw(own.bytes()), raw(other)) == 0;
}

bool stretch(ByteView passphrase, const Salt& salt, StretchCost cost, SecretKey& out) {
    start_sodium();
    return crypto_pwhash(raw(out.bytes().data()), out.bytes().size(),
                         reinterpret_cast<const char*>(passphrase.data()), passphrase.size(),
                         raw(salt), cost.passes, std::size_t{cost.memory_kib} * 1024,
                         crypto_pwhash_ALG_ARGON2ID13) == 0;
}

SecretKey KeyRatchet::next() {
    SecretKey key = keyed_hash(state_.bytes(), sim::as_bytes("key"));
    state_ = keyed_hash(state_.bytes(), sim::as_bytes("next"));
    return key;
}

}  // namespace tandem::net
