// SPDX-License-Identifier: MIT
// The sources of a replay's bytes: memory, or a file of which parts are read. A window is moved
// over them by one reader.
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
    // Fills `out` with the bytes from `offset` on. Returns how many there were; they are fewer than
    // asked only at the end.
    virtual sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    // Returns the first place from `offset` on that may hold something else than zeros, or the size
    // if there is none. A file's holes are not read.
    virtual std::uint64_t next_data(std::uint64_t offset) const { return offset; }
    // Returns all bytes if they are in memory; else nothing.
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
    // At most so many bytes are read beyond those that are asked for.
    static constexpr std::size_t k_far_bytes = 256U << 10;  // for reading everything
    static constexpr std::size_t k_near_bytes = 4U << 10;   // for looking at places far apart

    // `source` must outlive the window.
    Window(const ByteSource& source, std::size_t ahead_bytes)
        : source_(&source), ahead_bytes_(ahead_bytes) {}

    // Returns the bytes from `offset` on: `bytes` of them, or fewer at the end. They are valid
    // until the next call.
    sim::Result<sim::ByteView> at(std::uint64_t offset, std::uint64_t bytes);

private:
    const ByteSource* source_;
    std::size_t ahead_bytes_;
    std::uint64_t offset_ = 0;  // where the buffer's first byte is
    sim::Bytes buffer_;
};

}  // namespace tandem::replay
