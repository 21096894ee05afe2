// SPDX-License-Identifier: MIT
// The only file that talks to xxHash's one-shot functions.
#include <tandem/sim/bytes/hash.hpp>

#include <xxhash.h>

namespace tandem::sim {

std::uint64_t hash_bytes(ByteView bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

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
