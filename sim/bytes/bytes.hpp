// SPDX-License-Identifier: MIT
// Little-endian bytes, the form of everything that Tandem hashes, stores or sends: appending them,
// reading them with every bound checked, and the sinks that take them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::sim {

// Bytes that the holder owns.
using Bytes = std::vector<std::byte>;
// A view of bytes that somebody else owns.
using ByteView = std::span<const std::byte>;

// Writes a number as little-endian bytes into sizeof(U) bytes of memory.
template <std::unsigned_integral U>
constexpr void store_le(U value, std::byte* out) {
    for (std::size_t i = 0; i < sizeof(U); ++i) {
        out[i] = static_cast<std::byte>(static_cast<std::uint8_t>(value >> (8 * i)));
    }
}

// Reads a number that store_le wrote.
template <std::unsigned_integral U>
constexpr U load_le(const std::byte* in) {
    U value = 0;
    for (std::size_t i = 0; i < sizeof(U); ++i) {
        value = static_cast<U>(value | static_cast<U>(static_cast<U>(in[i]) << (8 * i)));
    }
    return value;
}

// Appends a number, little-endian, to a buffer.
template <std::unsigned_integral U>
void append_le(Bytes& out, U value) {
    const std::size_t at = out.size();
    out.resize(at + sizeof(U));
    store_le(value, out.data() + at);
}

// Appends the bytes as they are.
void append(Bytes& out, ByteView bytes);

// Appends the length as u16, then the characters. The text is at most 65,535 bytes long (asserted).
void append_text(Bytes& out, std::string_view text);

// Appends the length as u32, then the bytes.
void append_block(Bytes& out, ByteView bytes);

// Appends one byte, 1 or 0. ByteReader::flag accepts nothing else.
void append_flag(Bytes& out, bool value);

// A view of the characters as bytes.
ByteView as_bytes(std::string_view text);
// A view of the bytes as characters.
std::string_view as_text(ByteView bytes);

// Reads little-endian values from front to back. A read past the end sets failed() and gives zeros.
// It allocates nothing for a length that the remaining bytes cannot hold.
class ByteReader {
public:
    // Reads these bytes, which must outlive the reader.
    explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

    // The next number.
    template <std::unsigned_integral U>
    U le() {
        const ByteView raw = read(sizeof(U));
        return raw.empty() ? U{0} : load_le<U>(raw.data());
    }
    std::uint8_t u8() { return le<std::uint8_t>(); }     // a byte
    std::uint16_t u16() { return le<std::uint16_t>(); }  // two bytes
    std::uint32_t u32() { return le<std::uint32_t>(); }  // four bytes
    std::uint64_t u64() { return le<std::uint64_t>(); }  // eight bytes

    // The next byte, which must be 0 or 1. Another value is a failure and gives false.
    bool flag();
    // The next `size` bytes. If fewer remain: an empty view, and failed() is set.
    ByteView read(std::uint64_t size);
    // Reads what append_text wrote. A text longer than `size_max` is a failure.
    std::string text(std::size_t size_max);
    // Reads what append_block wrote. A block longer than `size_max` is a failure.
    ByteView block(std::size_t size_max);

    // True once a read has failed.
    bool failed() const { return failed_; }
    // True if all bytes are read.
    bool at_end() const { return offset_ == bytes_.size(); }
    // How many bytes are read.
    std::size_t offset() const { return offset_; }
    // How many bytes are left.
    std::size_t remaining() const { return bytes_.size() - offset_; }
    // Sets failed(), for a caller who finds that a value makes no sense.
    void fail() { failed_ = true; }

private:
    ByteView bytes_;
    std::size_t offset_ = 0;
    bool failed_ = false;
};

// Takes canonical bytes: into a buffer, or directly into the hash. A small write is one bounds
// check and a copy.
class ByteSink {
public:
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

    // Appends bytes.
    void write(const void* data, std::size_t size) {
        if (size <= static_cast<std::size_t>(end_ - cursor_)) {
            if (size != 0) {
                std::memcpy(cursor_, data, size);
                cursor_ += size;
            }
        } else {
            overflow(static_cast<const std::byte*>(data), size);
        }
    }

    // Appends a number, little-endian.
    template <std::unsigned_integral U>
    void write(U value) {
        std::byte raw[sizeof(U)];
        store_le(value, raw);
        write(raw, sizeof(U));
    }

protected:
    ByteSink() = default;
    // Takes `size` bytes that do not fit between cursor_ and end_.
    virtual void overflow(const std::byte* data, std::size_t size) = 0;

    // The place of the next byte.
    std::byte* cursor_ = nullptr;
    std::byte* end_ = nullptr;  // the end of the room
};

// Replaces the content of a buffer. It reuses the old size, so that saving a state of constant size
// neither allocates nor clears memory. finish() cuts the buffer to the bytes that were written.
class BufferSink final : public ByteSink {
public:
    // Writes into this buffer, which must outlive the sink.
    explicit BufferSink(Bytes& buffer);
    // Call it after the last write.
    void finish();

private:
    void overflow(const std::byte* data, std::size_t size) override;
    Bytes& buffer_;
};

// XXH3-64 of everything written since the last finish(). It equals hash_bytes over the same bytes
// in one piece.
class HashSink final : public ByteSink {
public:
    HashSink();
    ~HashSink() override;
    // Returns the hash, and begins the next one.
    std::uint64_t finish();
    // Bytes written since the last finish().
    std::uint64_t bytes() const;

private:
    void overflow(const std::byte* data, std::size_t size) override;
    void flush();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tandem::sim

// The layers above speak of bytes in most of their functions; there these names stand alone.
namespace tandem::replay {
using sim::Bytes;
using sim::ByteView;
}  // namespace tandem::replay
namespace tandem::net {
using sim::Bytes;
using sim::ByteView;
}  // namespace tandem::net
namespace tandem::tools {
using sim::Bytes;
using sim::ByteView;
}  // namespace tandem::tools
