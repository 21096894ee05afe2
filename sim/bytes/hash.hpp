// SPDX-License-Identifier: MIT
// XXH3-64, the hash of states and records, and XXH3-128, the digest of contents. Both are frozen
// since xxHash 0.8.0 and the same on every machine. They detect accidents; they do not protect
// against forgery.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::sim {

// XXH3-64 with seed 0.
std::uint64_t hash_bytes(ByteView bytes);

// XXH3-64 over the words, each as eight little-endian bytes; at most eight of them (asserted).
std::uint64_t hash_words(std::initializer_list<std::uint64_t> words);

// XXH3-128 of some bytes.
struct Digest {
    std::array<std::byte, 16> bytes{};  // big-endian
    friend bool operator==(const Digest&, const Digest&) = default;
};

// XXH3-128 with seed 0 in its canonical (big-endian) form. It identifies assets.
Digest digest_bytes(ByteView bytes);

// Computes the digest of bytes that come one piece after the other.
class DigestSink {
public:
    DigestSink();
    ~DigestSink();
    DigestSink(const DigestSink&) = delete;
    DigestSink& operator=(const DigestSink&) = delete;

    // Adds the next piece.
    void write(ByteView bytes);
    // The digest of everything that was written so far.
    Digest digest() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tandem::sim
