// SPDX-License-Identifier: MIT
// Seconds as ticks, and ticks as seconds.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/types.hpp>

namespace tandem::sim {

// How many ticks this many seconds have, rounded to nearest; at least 1.
constexpr std::uint64_t ticks_in(std::uint64_t seconds, TickRate rate) {
    return std::max<std::uint64_t>(1, (rate.ticks * seconds + rate.seconds / 2) / rate.seconds);
}

// How many whole seconds this many ticks last.
constexpr std::uint64_t seconds_in(std::uint64_t ticks, TickRate rate) {
    return ticks * rate.seconds / rate.ticks;
}

}  // namespace tandem::sim
