// SPDX-License-Identifier: MIT
// Stored floating-point values as text for people.
#pragma once

#include <cstdint>
#include <string>

namespace tandem::sim {

// The decimal text of IEEE 754 bits of 4 or 8 bytes. It has as many digits as neighbouring values
// need to look different.
std::string floating_text(std::uint64_t bits, std::uint32_t width_bytes);

}  // namespace tandem::sim
