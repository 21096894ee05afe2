// SPDX-License-Identifier: MIT
// Bytes that nobody else may see: keys, and the material of keys. They are erased from memory when
// they are no longer needed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// Overwrites memory with zeros. A compiler may not leave that out, although nobody reads the zeros.
void wipe(std::byte* bytes, std::size_t size);

// N secret bytes. The destructor erases them, and moving erases what was moved away. A copy is one
// more place to erase, so make few.
template <std::size_t N>
class SecretBytes {
public:
    // It holds zeros.
    SecretBytes() = default;
    // It holds these bytes. The caller erases its own copy.
    explicit SecretBytes(std::span<const std::byte, N> bytes) {
        std::copy(bytes.begin(), bytes.end(), bytes_.begin());
    }
    SecretBytes(const SecretBytes&) = default;
    SecretBytes& operator=(const SecretBytes&) = default;
    // Takes the bytes and erases them there.
    SecretBytes(SecretBytes&& other) noexcept : bytes_(other.bytes_) { other.erase(); }
    // Moves the bytes likewise.
    SecretBytes& operator=(SecretBytes&& other) noexcept {
        if (this != &other) {
            bytes_ = other.bytes_;
            other.erase();
        }
        return *this;
    }
    ~SecretBytes() { erase(); }

    // The bytes, to compute with.
    const std::array<std::byte, N>& bytes() const { return bytes_; }
    // The bytes, to write them.
    std::array<std::byte, N>& bytes() { return bytes_; }

private:
    void erase() { wipe(bytes_.data(), N); }
    std::array<std::byte, N> bytes_{};
};

// A key of a cipher, of a keyed hash or of X25519.
using SecretKey = SecretBytes<32>;

}  // namespace tandem::net
