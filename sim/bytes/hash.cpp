// SPDX-License-Identifier: MIT
// The only file that talks to xxHash's one-shot functions.
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

Digest digest_bytes(ByteView bytes) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    Digest digest;
    for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
        digest.bytes[i] = static_cast<std::byte>(canonical.digest[i]);
    }
    return digest;
}

}  // namespace tandem::sim
