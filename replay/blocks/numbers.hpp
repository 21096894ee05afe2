// SPDX-License-Identifier: MIT
// Numbers of a file that take as many bytes as they need. Each byte holds seven bits, the lowest
// first, and all bytes but the last have their high bit set.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

inline constexpr std::size_t k_number_bytes_max = 10;

void append_number(sim::Bytes& out, std::uint64_t number);
// Reads a number. It has only one form: a number with a byte more than it needs, or with more than
// 64 bits, is a failure of the reader.
std::uint64_t read_number(sim::ByteReader& reader);

// The same for a difference that may be negative: 0, -1, 1, -2, ... are stored as 0, 1, 2, 3, ...
void append_difference(sim::Bytes& out, std::int64_t difference);
std::int64_t read_difference(sim::ByteReader& reader);

}  // namespace tandem::replay
