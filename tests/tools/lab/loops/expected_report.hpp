// SPDX-License-Identifier: MIT
// What a loop does in ten seconds on a machine, as the tables of the tests have it.
#pragma once

#include <cstdint>
#include <string>

namespace tandem::tools::lab {

struct ExpectedReport {
    std::string loop;
    std::string machine;
    double ratio;
    std::uint64_t updates, frames, distinct;
    double busy_percent, worst_gap_ms;
    std::uint64_t updates_per_frame_max;
};

}  // namespace tandem::tools::lab
