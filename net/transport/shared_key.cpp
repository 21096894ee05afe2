// SPDX-License-Identifier: MIT
// A file's key is shared as it is; a passphrase's is stretched.
#include <tandem/net/transport/shared_key.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::net {

KeyTerms terms_of(const std::optional<MatchKey>& key, const SecretKey& random) {
    KeyTerms terms;
    terms.kind = key ? key->kind() : KeyKind::none;
    if (terms.kind == KeyKind::passphrase) {
        std::copy_n(random.bytes().begin(), terms.salt.size(), terms.salt.begin());
    }
    return terms;
}

bool is_bearable(const KeyTerms& terms) {
    return terms.kind != KeyKind::passphrase ||
           (terms.cost.memory_kib >= k_stretch_least.memory_kib &&
            terms.cost.memory_kib <= k_stretch_most.memory_kib &&
            terms.cost.passes >= k_stretch_least.passes &&
            terms.cost.passes <= k_stretch_most.passes);
}

std::optional<SecretKey> shared_key(const MatchKey& key, const KeyTerms& terms) {
    TANDEM_ASSERT(key.kind() == terms.kind && is_bearable(terms));
    if (key.kind() == KeyKind::file) {
        return SecretKey(key.bytes());
    }
    SecretKey stretched;
    if (!stretch(key.bytes(), terms.salt, terms.cost, stretched)) {
        return std::nullopt;
    }
    return stretched;
}

}  // namespace tandem::net
