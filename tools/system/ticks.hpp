// SPDX-License-Identifier: MIT
// Ticks and seconds, and how often a loop of ticks looks up from its work.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

// Signals and progress are looked at once in so many unpaced ticks.
inline constexpr std::uint64_t k_ticks_between_looks = 64;

// The ticks of so many seconds, to the nearest; at least 1.
constexpr std::uint64_t ticks_in(std::uint64_t seconds, TickRate rate) {
    return std::max<std::uint64_t>(1, (rate.ticks * seconds + rate.seconds / 2) / rate.seconds);
}

// Whole seconds that so many ticks last.
constexpr std::uint64_t seconds_in(std::uint64_t ticks, TickRate rate) {
    return ticks * rate.seconds / rate.ticks;
}

}  // namespace tandem::tools
