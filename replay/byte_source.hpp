// SPDX-License-Identifier: MIT
// Where the bytes of a replay come from: memory, or a file of which only parts are read. And a
// window that one reader moves over them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Bytes that do not change. Several threads may read at the same time.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    // Fills `out` with the bytes from `offset` on. The answer is how many there were: fewer than
    // asked only at the end.
    virtual sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    // The first place from `offset` on that may hold something else than zeros; the size if none
    // does. A file's holes are not read.
    virtual std::uint64_t next_data(std::uint64_t offset) const { return offset; }
    // All bytes, if they are in memory; else nothing.
    virtual sim::ByteView in_memory() const { return {}; }
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(sim::Bytes bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override;
    sim::ByteView in_memory() const override { return bytes_; }

private:
    sim::Bytes bytes_;
};

// Reads ahead in pieces, so that a walk from front to back takes few reads. Bytes in memory are not
// copied.
class Window {
public:
    // At most this many bytes are read ahead of what is asked.
    static constexpr std::size_t k_far_bytes = 256U << 10;  // to read everything
    static constexpr std::size_t k_near_bytes = 4U << 10;   // to look at places far apart

    // `source` must outlive the window.
    Window(const ByteSource& source, std::size_t ahead_bytes)
        : source_(&source), ahead_bytes_(ahead_bytes) {}

    // The bytes from `offset` on: `bytes` of them, or fewer at the end. Valid until the next call.
    sim::Result<sim::ByteView> at(std::uint64_t offset, std::uint64_t bytes);

private:
    const ByteSource* source_;
    std::size_t ahead_bytes_;
    std::uint64_t offset_ = 0;  // of the buffer's first byte
    sim::Bytes buffer_;
};

}  // namespace tandem::replay
