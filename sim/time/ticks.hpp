// SPDX-License-Identifier: MIT
// Seconds as ticks, and ticks as seconds.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/types.hpp>

namespace tandem::sim {

// The ticks of so many seconds, to the nearest; at least 1.
constexpr std::uint64_t ticks_in(std::uint64_t seconds, TickRate rate) {
    return std::max<std::uint64_t>(1, (rate.ticks * seconds + rate.seconds / 2) / rate.seconds);
}

// Whole seconds that so many ticks last.
constexpr std::uint64_t seconds_in(std::uint64_t ticks, TickRate rate) {
    return ticks * rate.seconds / rate.ticks;
}

}  // namespace tandem::sim
