// SPDX-License-Identifier: MIT
// Turns decisions into bytes and back. A piece of bytes is a long fraction; each decision narrows
// the interval in which it lies, by the probability that was expected. "No" keeps the lower end: a
// piece of nothing but noes is the number 0, which takes no bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tandem/replay/coding/logistic.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

namespace detail {

inline constexpr std::uint32_t k_whole_range = ~std::uint32_t{0};
inline constexpr std::uint32_t k_range_min = std::uint32_t{1} << 24;

// The part of the range that belongs to "no".
constexpr std::uint32_t no_part(std::uint32_t range, std::uint32_t probability) {
    return static_cast<std::uint32_t>(std::uint64_t{range} * (k_certain - probability) >> 16);
}

// Returns how far above `low` the fraction lies with which a piece ends: the first multiple of 2^32
// within the range, or else the first of 2^24, which always lies there.
constexpr std::uint32_t end_above(std::uint32_t low, std::uint32_t range) {
    const std::uint32_t to_carry = 0U - low;
    return to_carry < range ? to_carry : to_carry & (k_range_min - 1);
}

}  // namespace detail

// Writes decisions.
class RangeEncoder {
public:
    // Codes an answer that is "yes" with this probability (in parts of 65,536), and returns it.
    bool code(bool answer, std::uint32_t probability) {
        const std::uint32_t no = detail::no_part(range_, probability);
        if (answer) {
            raise(no);
            range_ -= no;
        } else {
            range_ = no;
        }
        normalize();
        return answer;
    }
    // Codes a number of 1 to 8 bits as it is, and returns it.
    std::uint32_t code_plain(std::uint32_t number, std::uint32_t bits) {
        range_ >>= bits;
        raise(number * range_);
        normalize();
        return number;
    }

    // Appends the piece, without the zeros at its end, and begins the next one.
    void flush(sim::Bytes& out);
    // Begins a piece, and forgets what was coded since the last flush.
    void restart();

private:
    void raise(std::uint32_t by) {
        low_ += by;
        if (low_ < by) {
            carry();
        }
    }
    void normalize() {
        while (range_ < detail::k_range_min) {
            range_ <<= 8;
            shift();
        }
    }
    void shift();
    void carry();

    std::uint32_t low_ = 0;
    std::uint32_t range_ = detail::k_whole_range;
    sim::Bytes piece_;  // the digits above `low_`
};

// Reads decisions.
class RangeDecoder {
public:
    // Begins a piece, whose bytes must outlive the reading.
    void begin(sim::ByteView piece);

    // Returns the next answer, if it was coded with the same probability. `answer` has no meaning.
    bool code(bool answer, std::uint32_t probability) {
        static_cast<void>(answer);
        const std::uint32_t no = detail::no_part(range_, probability);
        const bool decoded = above_ >= no;
        if (decoded) {
            rise(no);
            range_ -= no;
        } else {
            range_ = no;
        }
        normalize();
        return decoded;
    }
    // Returns the next number of `bits` bits, if it was coded as it is. `number` has no meaning.
    std::uint32_t code_plain(std::uint32_t number, std::uint32_t bits) {
        static_cast<void>(number);
        range_ >>= bits;
        const std::uint32_t most = (std::uint32_t{1} << bits) - 1;
        const std::uint32_t quotient = above_ / range_;
        is_outside_ = is_outside_ || quotient > most;
        const std::uint32_t decoded = quotient < most ? quotient : most;
        rise(decoded * range_);
        normalize();
        return decoded;
    }

    // True if the piece ends here, as an encoder would have ended it.
    bool at_end() const;

private:
    void rise(std::uint32_t by) {
        low_ += by;
        above_ -= by;
    }
    void normalize() {
        while (range_ < detail::k_range_min) {
            range_ <<= 8;
            low_ <<= 8;
            above_ = above_ << 8 | next();
        }
    }
    std::uint32_t next() {
        const std::size_t at = offset_++;
        return at < piece_.size() ? std::to_integer<std::uint32_t>(piece_[at]) : 0;
    }

    std::uint32_t low_ = 0;    // the encoder's `low_`
    std::uint32_t above_ = 0;  // how far the fraction lies above `low_`
    std::uint32_t range_ = detail::k_whole_range;
    bool is_outside_ = false;  // the fraction was beyond the range, where no encoder leads
    std::size_t offset_ = 0;   // where the next byte is; behind the piece all are 0
    sim::ByteView piece_;
};

}  // namespace tandem::replay
