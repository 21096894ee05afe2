// SPDX-License-Identifier: MIT
// Bytes that count how often they are read, as a file would be.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include <tandem/replay/files/byte_source.hpp>

namespace tandem::test {

class CountedSource final : public replay::ByteSource {
public:
    explicit CountedSource(sim::Bytes bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override {
        ++reads_;
        bytes_read_ += out.size();
        return bytes_.read(offset, out);
    }
    std::uint64_t reads() const { return reads_; }
    std::uint64_t bytes_read() const { return bytes_read_; }

private:
    replay::MemorySource bytes_;
    // Counting changes nothing that anybody reads.
    mutable std::uint64_t reads_ = 0;
    mutable std::uint64_t bytes_read_ = 0;
};

}  // namespace tandem::test
