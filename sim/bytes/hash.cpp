// SPDX-License-Identifier: MIT
// The only file that talks to xxHash's one-shot functions, and to those of 128 bits.
#include <tandem/sim/bytes/hash.hpp>

#include <array>

#include <xxhash.h>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {

std::uint64_t hash_bytes(ByteView bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash_words(std::initializer_list<std::uint64_t> words) {
    std::array<std::byte, 64> flat{};
    TANDEM_ASSERT(words.size() * sizeof(std::uint64_t) <= flat.size());
    std::size_t at = 0;
    for (const std::uint64_t word : words) {
        store_le(word, flat.data() + at);
        at += sizeof(std::uint64_t);
    }
    return hash_bytes(ByteView(flat).first(at));
}

namespace {

Digest canonical_digest(XXH128_hash_t hash) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    Digest digest;
    for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
        digest.bytes[i] = static_cast<std::byte>(canonical.digest[i]);
    }
    return digest;
}

}  // namespace

Digest digest_bytes(ByteView bytes) {
    return canonical_digest(XXH3_128bits(bytes.data(), bytes.size()));
}

struct DigestSink::State {
    XXH3_state_t* xxh = nullptr;
};

DigestSink::DigestSink() : state_(std::make_unique<State>()) {
    state_->xxh = XXH3_createState();
    TANDEM_ASSERT(state_->xxh != nullptr);
    XXH3_128bits_reset(state_->xxh);
}

DigestSink::~DigestSink() { XXH3_freeState(state_->xxh); }

void DigestSink::write(ByteView bytes) {
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

Digest DigestSink::digest() const { return canonical_digest(XXH3_128bits_digest(state_->xxh)); }

}  // namespace tandem::sim
