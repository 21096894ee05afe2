// SPDX-License-Identifier: MIT
// The options that run a loop in its repaired form.
#pragma once

#include <chrono>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// With that many presses, one in every second.
inline RunOptions repaired_options(int presses = 0) {
    RunOptions options;
    options.repaired = true;
    for (int press = 0; press < presses; ++press) {
        options.presses.push_back(std::chrono::milliseconds(1'000 * press + 250));
    }
    return options;
}

}  // namespace tandem::tools::lab
