// SPDX-License-Identifier: MIT
// Nanoseconds, in which a match counts, as the milliseconds that people read.
#pragma once

#include <cstdint>

namespace tandem::tools::lab::match {

inline constexpr std::uint64_t k_ns_per_ms = 1'000'000;
constexpr double in_ms(std::uint64_t ns) { return static_cast<double>(ns) / k_ns_per_ms; }

}  // namespace tandem::tools::lab::match
