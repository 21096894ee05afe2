// SPDX-License-Identifier: MIT
// Appending and bounded reading of little-endian bytes.
#include <tandem/sim/bytes/bytes.hpp>

#include <limits>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {

void append(Bytes& out, ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void append_text(Bytes& out, std::string_view text) {
    TANDEM_ASSERT(text.size() <= std::numeric_limits<std::uint16_t>::max());
    append_le(out, static_cast<std::uint16_t>(text.size()));
    append(out, as_bytes(text));
}

void append_block(Bytes& out, ByteView bytes) {
    TANDEM_ASSERT(bytes.size() <= std::numeric_limits<std::uint32_t>::max());
    append_le(out, static_cast<std::uint32_t>(bytes.size()));
    append(out, bytes);
}

void append_flag(Bytes& out, bool value) { append_le(out, std::uint8_t{value}); }

ByteView as_bytes(std::string_view text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool ByteReader::flag() {
    const std::uint8_t value = u8();
    if (value > 1) {
        failed_ = true;
    }
    return value == 1;
}

ByteView ByteReader::read(std::uint64_t size) {
    if (failed_ || size > remaining()) {
        failed_ = true;
        return {};
    }
    const ByteView taken = bytes_.subspan(offset_, static_cast<std::size_t>(size));
    offset_ += taken.size();
    return taken;
}

std::string ByteReader::text(std::size_t size_max) {
    const std::size_t size = u16();
    if (size > size_max) {
        failed_ = true;
    }
    std::string text;
    for (const std::byte character : read(size)) {
        text.push_back(static_cast<char>(character));
    }
    return text;
}

ByteView ByteReader::block(std::size_t size_max) {
    const std::size_t size = u32();
    if (size > size_max) {
        failed_ = true;
    }
    return read(size);
}

}  // namespace tandem::sim
