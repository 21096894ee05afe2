// SPDX-License-Identifier: MIT
// The cipher of one session, over libsodium.
#include <tandem/net/transport/cipher.hpp>

#include <sodium.h>

#include <string_view>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

using sim::Bytes;
using sim::ByteView;

constexpr std::size_t k_cipher_counter_bytes = 8;
constexpr std::size_t k_cipher_tag_bytes = crypto_aead_chacha20poly1305_ietf_ABYTES;
static_assert(k_cipher_counter_bytes + k_cipher_tag_bytes == k_protection_bytes_max);
static_assert(crypto_aead_chacha20poly1305_ietf_KEYBYTES == 32);

const unsigned char* cipher_raw(ByteView bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* cipher_raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

// Safe to call any number of times.
void start_cipher() { TANDEM_ASSERT(sodium_init() >= 0); }

std::array<std::byte, 32> cipher_hash(ByteView key, ByteView content) {
    std::array<std::byte, 32> out{};
    crypto_generichash(cipher_raw(out.data()), out.size(), cipher_raw(content), content.size(),
                       cipher_raw(key), key.size());
    return out;
}

std::array<std::byte, 32> direction_key(const MatchKey& key, std::string_view direction,
                                        const Nonce& host_nonce, const Nonce& guest_nonce) {
    Bytes content;
    sim::append(content, sim::as_bytes(direction));
    sim::append(content, host_nonce);
    sim::append(content, guest_nonce);
    return cipher_hash(key.bytes(), content);
}

// The two channels count apart, so the channel is part of the nonce.
std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> cipher_nonce(
    Channel channel, std::uint64_t counter) {
    std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce{};
    nonce[0] = static_cast<std::byte>(channel);
    sim::store_le(counter, nonce.data() + 4);
    return nonce;
}

}  // namespace

Cipher::Cipher(const MatchKey& key, const Nonce& host_nonce, const Nonce& guest_nonce, Side side) {
    start_cipher();
    send_key_ = direction_key(key, "host to guest", host_nonce, guest_nonce);
    receive_key_ = direction_key(key, "guest to host", host_nonce, guest_nonce);
    if (side == Side::guest) {
        std::swap(send_key_, receive_key_);
    }
}

Bytes Cipher::seal(Channel channel, ByteView payload) {
    const std::uint64_t counter = sent_[static_cast<std::size_t>(channel)]++;
    const auto nonce = cipher_nonce(channel, counter);
    Bytes packet(k_cipher_counter_bytes + payload.size() + k_cipher_tag_bytes);
    sim::store_le(counter, packet.data());
    unsigned long long size = 0;
    crypto_aead_chacha20poly1305_ietf_encrypt(cipher_raw(packet.data() + k_cipher_counter_bytes),
                                              &size, cipher_raw(payload), payload.size(), nullptr,
                                              0, nullptr, cipher_raw(ByteView(nonce)),
                                              cipher_raw(ByteView(send_key_)));
    TANDEM_ASSERT(k_cipher_counter_bytes + size == packet.size());
    return packet;
}

std::optional<Bytes> Cipher::open(Channel channel, ByteView packet) {
    if (packet.size() < k_cipher_counter_bytes + k_cipher_tag_bytes) {
        return std::nullopt;
    }
    const auto counter = sim::load_le<std::uint64_t>(packet.data());
    // The reliable channel neither loses nor repeats: anything out of turn was put there by someone
    // else. An unreliable packet may be repeated, which its content bears.
    if (channel == Channel::reliable && counter != reliable_received_) {
        return std::nullopt;
    }
    const ByteView sealed = packet.subspan(k_cipher_counter_bytes);
    const auto nonce = cipher_nonce(channel, counter);
    Bytes payload(sealed.size() - k_cipher_tag_bytes);
    unsigned long long size = 0;
    const int failed = crypto_aead_chacha20poly1305_ietf_decrypt(
        cipher_raw(payload.data()), &size, nullptr, cipher_raw(sealed), sealed.size(), nullptr, 0,
        cipher_raw(ByteView(nonce)), cipher_raw(ByteView(receive_key_)));
    if (failed != 0) {
        return std::nullopt;
    }
    if (channel == Channel::reliable) {
        ++reliable_received_;
    }
    return payload;
}

}  // namespace tandem::net
