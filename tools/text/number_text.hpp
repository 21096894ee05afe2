// SPDX-License-Identifier: MIT
// Writes hashes, counts and durations as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::tools {

// A 64-bit hash as 16 hexadecimal digits. (Most readers would lose the low bits of a JSON number.)
std::string hash_text(std::uint64_t hash);

// The count with its noun: "1 tick", "2 ticks".
std::string count_text(std::uint64_t count, std::string_view noun);

// The duration: "12 s", "3 min 05 s", "2 h 07 min".
std::string duration_text(std::uint64_t seconds);

}  // namespace tandem::tools
