// SPDX-License-Identifier: MIT
// Hashes as text.
#pragma once

#include <cstdint>
#include <string>

namespace tandem::replay {

// 16 and 4 lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);
std::string hex16(std::uint16_t value);

}  // namespace tandem::replay
