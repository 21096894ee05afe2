// SPDX-License-Identifier: MIT
// What LWJGL's sum of rounded times does to its updates: A12 of the inventory.
#pragma once

#include <cstdint>

#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

struct LateUpdates {
    std::uint64_t frames = 0;
    std::uint64_t late = 0;   // by doubles fewer updates have run before that picture than exactly
    std::uint64_t early = 0;  // or more
    std::uint64_t updates = 0;
    std::uint64_t updates_by_doubles = 0;
};
// Loop W2 on `fast`, its time as doubles of seconds and exact, picture by picture.
LateUpdates count_late_updates(Flicks window);

}  // namespace tandem::tools::lab
