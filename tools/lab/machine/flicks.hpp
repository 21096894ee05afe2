// SPDX-License-Identifier: MIT
// The lab's unit of time: exact for milliseconds and for every common tick and refresh rate.
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>

namespace tandem::tools::lab {

// A flick is 1/705,600,000 s, the largest unit that divides 1 ms and 1/24, 1/25, 1/30, 1/50, 1/60,
// 1/75, 1/100, 1/120 and 1/144 s (the unit and its name: Facebook, "Flicks", 2018).
using Flicks = std::chrono::duration<std::int64_t, std::ratio<1, 705'600'000>>;

constexpr double in_milliseconds(Flicks time) {
    return static_cast<double>(time.count()) /
           static_cast<double>(Flicks(std::chrono::milliseconds(1)).count());
}
constexpr double in_seconds(Flicks time) {
    return static_cast<double>(time.count()) /
           static_cast<double>(Flicks(std::chrono::seconds(1)).count());
}

}  // namespace tandem::tools::lab
