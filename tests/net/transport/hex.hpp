// SPDX-License-Identifier: MIT
// Bytes as published vectors write them.
#pragma once

#include <charconv>
#include <span>
#include <string_view>

#include <tandem/net/transport/secret.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::test {

inline sim::Bytes hex_bytes(std::string_view hex) {
    sim::Bytes bytes(hex.size() / 2);
    for (std::size_t index = 0; index < bytes.size(); ++index) {
        unsigned value = 0;
        std::from_chars(hex.data() + 2 * index, hex.data() + 2 * index + 2, value, 16);
        bytes[index] = static_cast<std::byte>(value);
    }
    return bytes;
}

// A key whose 32 bytes are written in hex.
inline net::SecretKey hex_key(std::string_view hex) {
    const sim::Bytes bytes = hex_bytes(hex);
    return net::SecretKey(std::span(bytes).first<32>());
}

// A key that a test needs to differ from others.
inline net::SecretKey key_number(std::uint8_t number) {
    net::SecretKey key;
    key.bytes().fill(static_cast<std::byte>(number));
    return key;
}

}  // namespace tandem::test
