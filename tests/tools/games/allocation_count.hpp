// SPDX-License-Identifier: MIT
// How often this program has allocated memory.
#pragma once

#include <cstdint>

namespace tandem::test {

// Allocations by operator new since the program began.
std::uint64_t allocation_count();

}  // namespace tandem::test
