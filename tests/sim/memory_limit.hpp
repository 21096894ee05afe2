// SPDX-License-Identifier: MIT
// The memory that a value of a test may take when it is read back: more than any of them needs.
#pragma once

#include <cstdint>

namespace tandem::test {

inline constexpr std::uint64_t k_memory_bytes_max = 1 << 20;

}  // namespace tandem::test
