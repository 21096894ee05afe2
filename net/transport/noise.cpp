// SPDX-License-Identifier: MIT
// The symmetric state of the framework's section 5.2, for two patterns: psk, e
// and then e, ee; and the same without psk.
#include <tandem/net/transport/noise.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::string_view k_keyed_name = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2b";
constexpr std::string_view k_bare_name = "Noise_NN_25519_ChaChaPoly_BLAKE2b";
constexpr std::size_t k_public_bytes = 32;
constexpr std::size_t k_block_bytes = 128;  // BLAKE2b's block

// HMAC (RFC 2104) with BLAKE2b-512. The framework asks for it, although BLAKE2b has a keyed mode of
// its own, which gives another result.
SecretBytes<64> hmac(const SecretBytes<64>& key, ByteView content) {
    SecretBytes<k_block_bytes> inner;
    SecretBytes<k_block_bytes> outer;
    std::copy(key.bytes().begin(), key.bytes().end(), inner.bytes().begin());
    outer = inner;
    for (std::size_t index = 0; index < k_block_bytes; ++index) {
        inner.bytes()[index] ^= std::byte{0x36};
        outer.bytes()[index] ^= std::byte{0x5C};
    }
    const SecretBytes<64> hashed = hash512(inner.bytes(), content);
    return hash512(outer.bytes(), hashed.bytes());
}

// The framework's HKDF: each output is the HMAC of the one before it and its number.
class Derivation {
public:
    Derivation(const SecretBytes<64>& chain, ByteView material) : key_(hmac(chain, material)) {}
    SecretBytes<64> next() {
        SecretBytes<65> content;
        std::copy(last_.bytes().begin(), last_.bytes().end(), content.bytes().begin());
        content.bytes()[64] = static_cast<std::byte>(++count_);
        // The first output has nothing before it.
        last_ = hmac(key_, ByteView(content.bytes()).subspan(count_ == 1 ? 64 : 0));
        return last_;
    }

private:
    SecretBytes<64> key_;
    SecretBytes<64> last_;
    std::uint8_t count_ = 0;
};

SecretKey first_half(const SecretBytes<64>& bytes) {
    return SecretKey(std::span(bytes.bytes()).template first<32>());
}

}  // namespace

Noise::Noise(SealSide side, const std::optional<SecretKey>& shared, ByteView prologue,
             SecretKey ephemeral)
    : side_(side), is_keyed_(shared.has_value()), ephemeral_(std::move(ephemeral)) {
    const ByteView name = sim::as_bytes(is_keyed_ ? k_keyed_name : k_bare_name);
    static_assert(k_keyed_name.size() <= 64, "a longer name would be hashed");
    std::copy(name.begin(), name.end(), hash_.bytes().begin());
    chain_ = hash_;
    mix_hash(prologue);
    if (shared) {
        mix_key_and_hash(shared->bytes());
    }
}

std::optional<Bytes> Noise::write(ByteView payload) {
    TANDEM_ASSERT(turn_ == (side_ == SealSide::guest ? Turn::guest : Turn::host));
    // The key is not computed earlier: a host that is told nonsense should not have computed it.
    own_public_ = public_key(ephemeral_);
    Bytes message(own_public_.begin(), own_public_.end());
    mix_public(own_public_);
    if (side_ == SealSide::host && !mix_shared()) {
        turn_ = Turn::over;
        return std::nullopt;
    }
    sim::append(message, encrypt_and_hash(payload));
    turn_ = side_ == SealSide::guest ? Turn::host : Turn::split;
    return message;
}

std::optional<Bytes> Noise::read(ByteView message) {
    TANDEM_ASSERT(turn_ == (side_ == SealSide::guest ? Turn::host : Turn::guest));
    turn_ = Turn::over;
    if (message.size() < k_public_bytes) {
        return std::nullopt;
    }
    const ByteView other = message.first(k_public_bytes);
    std::copy(other.begin(), other.end(), other_public_.begin());
    mix_public(other_public_);
    if (side_ == SealSide::guest && !mix_shared()) {
        return std::nullopt;
    }
    auto payload = decrypt_and_hash(message.subspan(k_public_bytes));
    if (payload) {
        turn_ = side_ == SealSide::guest ? Turn::split : Turn::host;
    }
    return payload;
}

Seal Noise::split() {
    TANDEM_ASSERT(turn_ == Turn::split);
    turn_ = Turn::over;
    Derivation derived(chain_, {});
    SealKeys keys;
    keys.to_host = first_half(derived.next());
    keys.to_guest = first_half(derived.next());
    return Seal(std::move(keys), side_);
}

Binding Noise::binding() const {
    Binding binding{};
    std::copy_n(hash_.bytes().begin(), binding.size(), binding.begin());
    return binding;
}

void Noise::mix_hash(ByteView bytes) { hash_ = hash512(hash_.bytes(), bytes); }

// Beside a shared secret public keys count as secret too: so each handshake has a key of its own
// from the first message on.
void Noise::mix_public(ByteView key) {
    mix_hash(key);
    if (is_keyed_) {
        mix_key(key);
    }
}

void Noise::mix_key(ByteView material) {
    Derivation derived(chain_, material);
    chain_ = derived.next();
    key_ = first_half(derived.next());
    counter_ = 0;
}

void Noise::mix_key_and_hash(ByteView material) {
    Derivation derived(chain_, material);
    chain_ = derived.next();
    mix_hash(derived.next().bytes());
    key_ = first_half(derived.next());
    counter_ = 0;
}

bool Noise::mix_shared() {
    SecretKey shared;
    if (!shared_secret(ephemeral_, other_public_, shared)) {
        return false;
    }
    mix_key(shared.bytes());
    return true;
}

Bytes Noise::encrypt_and_hash(ByteView plain) {
    if (!key_) {
        mix_hash(plain);
        return Bytes(plain.begin(), plain.end());
    }
    Bytes sealed(plain.size() + k_tag_bytes);
    encrypt(*key_, counter_++, hash_.bytes(), plain, sealed.data());
    mix_hash(sealed);
    return sealed;
}

std::optional<Bytes> Noise::decrypt_and_hash(ByteView sealed) {
    if (!key_) {
        mix_hash(sealed);
        return Bytes(sealed.begin(), sealed.end());
    }
    if (sealed.size() < k_tag_bytes) {
        return std::nullopt;
    }
    Bytes plain(sealed.size() - k_tag_bytes);
    if (!decrypt(*key_, counter_++, hash_.bytes(), sealed, plain.data())) {
        return std::nullopt;
    }
    mix_hash(sealed);
    return plain;
}

}  // namespace tandem::net
