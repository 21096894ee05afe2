// SPDX-License-Identifier: MIT
// Nanoseconds, in which a match counts, as the milliseconds and seconds that people read.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tandem::tools::lab::match {

inline constexpr std::uint64_t k_ns_per_ms = 1'000'000;
constexpr double in_ms(std::uint64_t ns) { return static_cast<double>(ns) / k_ns_per_ms; }

// Returns "10 s" for whole seconds.
inline std::string seconds_text(std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace tandem::tools::lab::match
