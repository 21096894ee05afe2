// SPDX-License-Identifier: MIT
// The secret that a side keeps to itself: the key that it shares with the other players of a match.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// The content that a key was made of. The numbers are sent.
enum class KeyKind : std::uint8_t {
    none = 0,        // there is no key
    file = 1,        // the random content of a file: nobody can guess it
    passphrase = 2,  // words of a person: each guess must be made expensive
};

class MatchKey {
public:
    // The shortest secret of a key file.
    static constexpr std::size_t k_secret_bytes_min = 16;
    static constexpr std::size_t k_secret_bytes_max = 64 * 1024;  // the longest one
    // The shortest passphrase. A longer one is much better: see SECURITY.md.
    static constexpr std::size_t k_passphrase_bytes_min = 8;
    static constexpr std::size_t k_passphrase_bytes_max = 1024;  // the longest one

    // Makes a key of the random content of a key file. Line ends at its end are ignored, because
    // editors add them. A secret of fewer than 16 bytes is an error, because it can be guessed.
    static sim::Result<MatchKey> from_secret(sim::ByteView secret);
    // Makes a key of words that people can tell each other. Line ends at the end are ignored. Each
    // side stretches it once for a match, with the host's salt: that takes some tenths of a second
    // and 64 MiB of memory.
    static sim::Result<MatchKey> from_passphrase(sim::ByteView passphrase);

    MatchKey(const MatchKey&) = default;
    MatchKey& operator=(const MatchKey&) = default;
    // Takes the key and erases it there.
    MatchKey(MatchKey&& other) noexcept;
    // Moves a key likewise.
    MatchKey& operator=(MatchKey&& other) noexcept;
    // Erases the key.
    ~MatchKey();

    // The content that it was made of, never `none`.
    KeyKind kind() const { return kind_; }
    // The key of a file itself; of a passphrase a hash, which must be stretched.
    const std::array<std::byte, 32>& bytes() const { return bytes_; }

private:
    MatchKey(KeyKind kind, const std::array<std::byte, 32>& bytes) : kind_(kind), bytes_(bytes) {}

    KeyKind kind_;
    std::array<std::byte, 32> bytes_;
};

}  // namespace tandem::net
