// SPDX-License-Identifier: MIT
// Turns a player's key into the key that both sides of a handshake share. A passphrase is stretched
// on the way, with a salt and at a cost that the host names and that the guest bounds.
#pragma once

#include <optional>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/net/transport/match_key.hpp>

namespace tandem::net {

// A host tells everybody these terms of its key.
struct KeyTerms {
    KeyKind kind = KeyKind::none;
    Salt salt{};         // a passphrase's salt; else zeros
    StretchCost cost{};  // a passphrase's cost
    friend bool operator==(const KeyTerms&, const KeyTerms&) = default;
};

// The least and the most that a guest stretches with. With less, a false host could make guessing
// cheap; with more, it could keep a guest busy for long.
inline constexpr StretchCost k_stretch_least{};
inline constexpr StretchCost k_stretch_most{256 * 1024, 6};

// Terms of a host with this key. `random` makes the salt.
KeyTerms terms_of(const std::optional<MatchKey>& key, const SecretKey& random);
// True if a guest agrees to the cost.
bool is_bearable(const KeyTerms& terms);
// The key that both sides share if they were given the same. The kinds must be the same and the
// cost bearable (asserted). It is empty if this machine has not the memory to stretch a passphrase.
std::optional<SecretKey> shared_key(const MatchKey& key, const KeyTerms& terms);

}  // namespace tandem::net
