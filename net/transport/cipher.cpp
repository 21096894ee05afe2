// SPDX-License-Identifier: MIT
// The only file that talks to libsodium.
#include <tandem/net/transport/cipher.hpp>

#include <sodium.h>

#include <string>
#include <string_view>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

using sim::Bytes;
using sim::ByteView;

constexpr std::size_t k_counter_bytes = 8;
constexpr std::size_t k_tag_bytes = crypto_aead_chacha20poly1305_ietf_ABYTES;
static_assert(k_counter_bytes + k_tag_bytes == k_protection_bytes_max);
static_assert(crypto_aead_chacha20poly1305_ietf_KEYBYTES == 32);

const unsigned char* raw(ByteView bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

// Safe to call any number of times.
void start_sodium() { TANDEM_ASSERT(sodium_init() >= 0); }

std::array<std::byte, 32> keyed_hash(ByteView key, ByteView content) {
    std::array<std::byte, 32> out{};
    crypto_generichash(raw(out.data()), out.size(), raw(content), content.size(), raw(key),
                       key.size());
    return out;
}

std::array<std::byte, 32> direction_key(const MatchKey& key, std::string_view direction,
                                        const Nonce& host_nonce, const Nonce& guest_nonce) {
    Bytes content;
    sim::append(content, sim::as_bytes(direction));
    sim::append(content, host_nonce);
    sim::append(content, guest_nonce);
    return keyed_hash(key.bytes(), content);
}

// The two channels count apart, so the channel is part of the nonce.
std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce_of(Channel channel,
                                                                            std::uint64_t counter) {
    std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce{};
    nonce[0] = static_cast<std::byte>(channel);
    sim::store_le(counter, nonce.data() + 4);
    return nonce;
}

}  // namespace

Entropy random_entropy() {
    start_sodium();
    std::array<std::byte, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return Entropy(bytes);
}

sim::Result<MatchKey> MatchKey::from_secret(ByteView secret) {
    start_sodium();
    while (!secret.empty() &&
           (secret.back() == std::byte{'\n'} || secret.back() == std::byte{'\r'})) {
        secret = secret.first(secret.size() - 1);
    }
    if (secret.size() < k_secret_bytes_min || secret.size() > k_secret_bytes_max) {
        return sim::Error{sim::ErrorCode::usage, "match key",
                          "the secret has " + std::to_string(secret.size()) + " bytes; " +
                              std::to_string(k_secret_bytes_min) + " to " +
                              std::to_string(k_secret_bytes_max) +
                              " are needed, for example from: head -c 32 /dev/urandom"};
    }
    MatchKey key;
    key.bytes_ = keyed_hash(sim::as_bytes("tandem match key 1"), secret);
    return key;
}

Cipher::Cipher(const MatchKey& key, const Nonce& host_nonce, const Nonce& guest_nonce, Side side) {
    start_sodium();
    send_key_ = direction_key(key, "host to guest", host_nonce, guest_nonce);
    receive_key_ = direction_key(key, "guest to host", host_nonce, guest_nonce);
    if (side == Side::guest) {
        std::swap(send_key_, receive_key_);
    }
}

Bytes Cipher::seal(Channel channel, ByteView payload) {
    const std::uint64_t counter = sent_[static_cast<std::size_t>(channel)]++;
    const auto nonce = nonce_of(channel, counter);
    Bytes packet(k_counter_bytes + payload.size() + k_tag_bytes);
    sim::store_le(counter, packet.data());
    unsigned long long size = 0;
    crypto_aead_chacha20poly1305_ietf_encrypt(raw(packet.data() + k_counter_bytes), &size,
                                              raw(payload), payload.size(), nullptr, 0, nullptr,
                                              raw(ByteView(nonce)), raw(ByteView(send_key_)));
    TANDEM_ASSERT(k_counter_bytes + size == packet.size());
    return packet;
}

std::optional<Bytes> Cipher::open(Channel channel, ByteView packet) {
    if (packet.size() < k_counter_bytes + k_tag_bytes) {
        return std::nullopt;
    }
    const auto counter = sim::load_le<std::uint64_t>(packet.data());
    // The reliable channel neither loses nor repeats: anything out of turn was put there by someone
    // else. An unreliable packet may be repeated, which its content bears.
    if (channel == Channel::reliable && counter != reliable_received_) {
        return std::nullopt;
    }
    const ByteView sealed = packet.subspan(k_counter_bytes);
    const auto nonce = nonce_of(channel, counter);
    Bytes payload(sealed.size() - k_tag_bytes);
    unsigned long long size = 0;
    const int failed = crypto_aead_chacha20poly1305_ietf_decrypt(
        raw(payload.data()), &size, nullptr, raw(sealed), sealed.size(), nullptr, 0,
        raw(ByteView(nonce)), raw(ByteView(receive_key_)));
    if (failed != 0) {
        return std::nullopt;
    }
    if (channel == Channel::reliable) {
        ++reliable_received_;
    }
    return payload;
}

}  // namespace tandem::net
