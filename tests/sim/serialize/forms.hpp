// SPDX-License-Identifier: MIT
// Canonical bytes as hexadecimal digits, what has to hold of each form, and a type that is never a
// block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::test {

// Cell with a member that serialize does not name: the same canonical bytes, but never as a block.
struct UnevenCell : Cell {
    std::uint8_t unnamed = 0;
};

// "01 ff" as bytes.
inline sim::Bytes from_hex(std::string_view text) {
    sim::Bytes bytes;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == ' ') {
            ++i;
            continue;
        }
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
        i += 2;
    }
    return bytes;
}

inline std::string to_hex(sim::ByteView bytes) {
    constexpr char k_digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += text.empty() ? "" : " ";
        text.push_back(k_digits[static_cast<unsigned>(byte) >> 4]);
        text.push_back(k_digits[static_cast<unsigned>(byte) & 15U]);
    }
    return text;
}

// Writes to `hex`; reads back from it to a value that writes the same; no shorter or longer bytes
// are read; and the schema measures all of it.
template <class T>
void expect_form(const T& value, const std::string& hex) {
    const sim::Bytes bytes = sim::canonical_bytes(value);
    EXPECT_EQ(to_hex(bytes), hex);
    T read{};
    const auto result = sim::read_value(bytes, read, k_memory_bytes_max, "value");
    EXPECT_TRUE(result) << result.error().text();
    EXPECT_EQ(to_hex(sim::canonical_bytes(read)), hex);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        T cut{};
        EXPECT_FALSE(
            sim::read_value(sim::ByteView(bytes).first(size), cut, k_memory_bytes_max, "value"))
            << "cut to " << size << " bytes of " << hex;
    }
    sim::Bytes longer = bytes;
    longer.push_back(std::byte{0});
    T extended{};
    EXPECT_FALSE(sim::read_value(longer, extended, k_memory_bytes_max, "value"));
    EXPECT_EQ(sim::layout_of<T>().bytes_min, sim::schema_of<T>().size().bytes_min);
}

// The error's text for bytes that are refused.
template <class T>
std::string refusal(std::string_view hex) {
    T value{};
    const auto read = sim::read_value(from_hex(hex), value, k_memory_bytes_max, "value");
    return read ? "accepted" : read.error().text();
}

}  // namespace tandem::test
