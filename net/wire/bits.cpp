// SPDX-License-Identifier: MIT
// Puts and takes bits, a byte's lowest first.
#include <tandem/net/wire/bits.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <tandem/sim/assert.hpp>

namespace tandem::net::wire {
namespace {

constexpr std::uint64_t low_mask(unsigned count) { return (std::uint64_t{1} << count) - 1; }

}  // namespace

unsigned small_bits(std::uint64_t value, unsigned low_bits) {
    const auto width = static_cast<unsigned>(std::bit_width((value >> low_bits) + 1));
    return 2 * width - 1 + low_bits;
}

BitWriter::BitWriter(sim::Bytes& out) : out_(&out) { out.clear(); }

void BitWriter::write(std::uint64_t value, unsigned count) {
    TANDEM_ASSERT(count <= k_bits_max && (value >> count) == 0);
    open_ |= value << open_bits_;
    open_bits_ += count;
    if (open_bits_ >= 32) {
        sim::append_le(*out_, static_cast<std::uint32_t>(open_));
        open_ >>= 32;
        open_bits_ -= 32;
    }
}

void BitWriter::write_small(std::uint64_t value, unsigned low_bits) {
    TANDEM_ASSERT(value <= k_small_max);
    const std::uint64_t high = (value >> low_bits) + 1;
    const auto zeros = static_cast<unsigned>(std::bit_width(high)) - 1;
    // It puts the zeros and the one that ends them, then the bits behind the highest one.
    write(std::uint64_t{1} << zeros, zeros + 1);
    write(high & low_mask(zeros), zeros);
    write(value & low_mask(low_bits), low_bits);
}

void BitWriter::write_bytes(sim::ByteView bytes) {
    std::size_t at = 0;
    for (; at + 4 <= bytes.size(); at += 4) {
        write(sim::load_le<std::uint32_t>(bytes.data() + at), 32);
    }
    for (; at < bytes.size(); ++at) {
        write(static_cast<std::uint64_t>(bytes[at]), 8);
    }
}

void BitWriter::cut(std::size_t bits) {
    TANDEM_ASSERT(bits <= this->bits());
    const std::size_t closed = bits / 32 * 4;
    if (closed < out_->size()) {
        open_ = sim::load_le<std::uint32_t>(out_->data() + closed);
        out_->resize(closed);
    }
    open_bits_ = static_cast<unsigned>(bits % 32);
    open_ &= low_mask(open_bits_);
}

void BitWriter::finish() {
    for (; open_bits_ != 0; open_bits_ -= std::min(open_bits_, 8U)) {
        out_->push_back(static_cast<std::byte>(static_cast<std::uint8_t>(open_)));
        open_ >>= 8;
    }
}

// The next bits, at least 57 of them; zeros behind the end.
std::uint64_t BitReader::peek() const {
    const std::size_t at = offset_ / 8;
    std::byte raw[8]{};
    const std::size_t left = bytes_.size() - at;
    if (left >= sizeof(raw)) {
        std::memcpy(raw, bytes_.data() + at, sizeof(raw));
    } else if (left != 0) {
        std::memcpy(raw, bytes_.data() + at, left);
    }
    return sim::load_le<std::uint64_t>(raw) >> (offset_ % 8);
}

bool BitReader::has(std::size_t bits) {
    if (!failed_ && bits > remaining()) {
        failed_ = true;
        ended_ = true;
    }
    return !failed_;
}

std::uint64_t BitReader::read(unsigned count) {
    TANDEM_ASSERT(count <= k_bits_max);
    if (!has(count)) {
        return 0;
    }
    const std::uint64_t value = peek() & low_mask(count);
    offset_ += count;
    return value;
}

void BitReader::read_bytes(std::byte* out, std::size_t size) {
    if (!has(8 * size)) {
        std::fill_n(out, size, std::byte{0});
        return;
    }
    std::size_t at = 0;
    for (; at + 4 <= size; at += 4) {
        sim::store_le(static_cast<std::uint32_t>(read(32)), out + at);
    }
    for (; at < size; ++at) {
        out[at] = static_cast<std::byte>(read(8));
    }
}

std::uint64_t BitReader::small(unsigned low_bits) {
    const std::uint64_t next = peek();
    const auto zeros = static_cast<unsigned>(std::countr_zero(next));
    if (zeros > k_small_zeros_max) {
        ended_ = ended_ || (!failed_ && remaining() <= k_small_zeros_max);
        failed_ = true;
        return 0;
    }
    if (!has(2 * zeros + 1 + low_bits)) {
        return 0;
    }
    const std::uint64_t high =
        (next >> (zeros + 1) & low_mask(zeros)) + (std::uint64_t{1} << zeros) - 1;
    const std::size_t start = offset_;
    offset_ += 2 * zeros + 1;
    const std::uint64_t value = high << low_bits | read(low_bits);
    if (value > k_small_max) {
        offset_ = start;
        failed_ = true;
        return 0;
    }
    return value;
}

}  // namespace tandem::net::wire
