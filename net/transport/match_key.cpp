// SPDX-License-Identifier: MIT
// Makes 32 bytes of the bytes of a file, for both kinds of keys.
#include <tandem/net/transport/match_key.hpp>

#include <string>
#include <string_view>

#include <tandem/net/transport/crypto.hpp>

namespace tandem::net {
namespace {

ByteView without_line_ends(ByteView text) {
    while (!text.empty() && (text.back() == std::byte{'\n'} || text.back() == std::byte{'\r'})) {
        text = text.first(text.size() - 1);
    }
    return text;
}

Error wrong_size(std::string_view what, std::size_t size, std::size_t least, std::size_t most,
                 std::string_view advice) {
    return {ErrorCode::usage, "match key",
            "the " + std::string(what) + " has " + std::to_string(size) + " bytes; " +
                std::to_string(least) + " to " + std::to_string(most) + " are needed, " +
                std::string(advice)};
}

}  // namespace

MatchKey::MatchKey(MatchKey&& other) noexcept : MatchKey(static_cast<const MatchKey&>(other)) {
    wipe(other.bytes_.data(), other.bytes_.size());
}

MatchKey& MatchKey::operator=(MatchKey&& other) noexcept {
    if (this != &other) {
        *this = static_cast<const MatchKey&>(other);
        wipe(other.bytes_.data(), other.bytes_.size());
    }
    return *this;
}

MatchKey::~MatchKey() { wipe(bytes_.data(), bytes_.size()); }

sim::Result<MatchKey> MatchKey::from_secret(ByteView secret) {
    secret = without_line_ends(secret);
    if (secret.size() < k_secret_bytes_min || secret.size() > k_secret_bytes_max) {
        return wrong_size("secret", secret.size(), k_secret_bytes_min, k_secret_bytes_max,
                          "for example from: head -c 32 /dev/urandom");
    }
    return MatchKey(KeyKind::file, keyed_hash(sim::as_bytes("tandem match key 1"), secret).bytes());
}

sim::Result<MatchKey> MatchKey::from_passphrase(ByteView passphrase) {
    passphrase = without_line_ends(passphrase);
    if (passphrase.size() < k_passphrase_bytes_min || passphrase.size() > k_passphrase_bytes_max) {
        return wrong_size("passphrase", passphrase.size(), k_passphrase_bytes_min,
                          k_passphrase_bytes_max, "for example five or more random words");
    }
    return MatchKey(KeyKind::passphrase,
                    keyed_hash(sim::as_bytes("tandem passphrase 1"), passphrase).bytes());
}

}  // namespace tandem::net
