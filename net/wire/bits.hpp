// SPDX-License-Identifier: MIT
// Bits within bytes, lowest bit of the first byte first: fixed widths, and a code in which small
// numbers take few bits. PROTOCOL.md describes the code.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net::wire {

// The most bits that are put or taken at once.
inline constexpr unsigned k_bits_max = 32;
// The most zeros with which a small number begins, so that a look at 57 bits shows all of it.
inline constexpr unsigned k_small_zeros_max = 28;
// The largest number of the code for small numbers; a signed one lies between plus and minus half.
inline constexpr std::uint64_t k_small_max = (std::uint64_t{1} << (k_small_zeros_max + 1)) - 2;
inline constexpr std::int64_t k_small_signed_max = static_cast<std::int64_t>(k_small_max / 2);

// 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ...: the code for signed numbers.
constexpr std::uint64_t fold(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? ~(bits << 1) : bits << 1;
}
// The number that fold() folded.
constexpr std::int64_t unfold(std::uint64_t folded) {
    const std::uint64_t half = folded >> 1;
    return static_cast<std::int64_t>((folded & 1) != 0 ? ~half : half);
}

// How many bits BitWriter::write_small takes.
unsigned small_bits(std::uint64_t value, unsigned low_bits);

// Appends bits to a buffer, which it clears first and which must outlive it.
class BitWriter {
public:
    explicit BitWriter(sim::Bytes& out);

    // Appends the `count` low bits of `value`; the others must be zero (both asserted).
    void write(std::uint64_t value, unsigned count);
    void write_flag(bool value) { write(value ? 1 : 0, 1); }
    // Appends value >> low_bits in Elias's gamma code, then the low bits as they are. The value is
    // at most k_small_max (asserted).
    void write_small(std::uint64_t value, unsigned low_bits);
    // Appends a folded number likewise.
    void write_small_signed(std::int64_t value, unsigned low_bits) {
        write_small(fold(value), low_bits);
    }
    // Appends bytes, eight bits each.
    void write_bytes(sim::ByteView bytes);
    // How many bits there are, until finish().
    std::size_t bits() const { return out_->size() * 8 + open_bits_; }
    // Takes back everything after the first `bits` bits; there are as many (asserted).
    void cut(std::size_t bits);
    // Fills the last byte with zeros. Nothing is put after it.
    void finish();

private:
    sim::Bytes* out_;
    std::uint64_t open_ = 0;  // the bits that do not fill four bytes yet
    unsigned open_bits_ = 0;
};

// Reads bits from front to back. A read past the end sets failed() and gives zeros, and so do all
// reads after it.
class BitReader {
public:
    // Reads these bytes, which must outlive the reader.
    explicit BitReader(sim::ByteView bytes) : bytes_(bytes) {}

    // The next `count` bits, at most k_bits_max.
    std::uint64_t read(unsigned count);
    bool flag() { return read(1) != 0; }
    // Fills `out` with the next `size` bytes; if fewer remain, it fills `out` with zeros and reads
    // none.
    void read_bytes(std::byte* out, std::size_t size);
    // The next bit; false, and no failure, at the end.
    bool flag_if_any() { return remaining() != 0 && flag(); }
    // Reads what write_small wrote with as many low bits. A number above k_small_max is a failure.
    std::uint64_t small(unsigned low_bits);
    std::int64_t small_signed(unsigned low_bits) { return unfold(small(low_bits)); }

    // True once a read has failed.
    bool failed() const { return failed_; }
    // True if it failed because the bits ended.
    bool ended() const { return ended_; }
    // How many bits are read.
    std::size_t offset() const { return offset_; }
    // How many bits are left.
    std::size_t remaining() const { return bytes_.size() * 8 - offset_; }

private:
    std::uint64_t peek() const;
    bool has(std::size_t bits);

    sim::ByteView bytes_;
    std::size_t offset_ = 0;
    bool failed_ = false;
    bool ended_ = false;
};

}  // namespace tandem::net::wire
