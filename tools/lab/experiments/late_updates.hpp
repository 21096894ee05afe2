// SPDX-License-Identifier: MIT
// Counts the updates that LWJGL's sum of rounded times moves: A12 of the inventory.
#pragma once

#include <cstdint>

#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

struct LateUpdates {
    std::uint64_t frames = 0;
    std::uint64_t late = 0;   // pictures before which fewer updates have run by doubles than
                              // exactly
    std::uint64_t early = 0;  // pictures before which more have run
    std::uint64_t updates = 0;
    std::uint64_t updates_by_doubles = 0;
};
// Runs loop W2 on `fast`, its time as doubles of seconds and exact, picture by picture.
LateUpdates count_late_updates(Flicks window);

}  // namespace tandem::tools::lab
