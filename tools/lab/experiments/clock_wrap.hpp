// SPDX-License-Identifier: MIT
// Tries a loop whose clock of 32-bit milliseconds begins again at zero while it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// GetTickCount's milliseconds begin again then: 49.71 days after the system's start.
inline constexpr std::chrono::milliseconds k_clock_wrap(std::int64_t{1} << 32);
// A loop has run so long by then, and a millisecond more in each further run.
inline constexpr std::chrono::seconds k_until_wrap(5);

// A loop in one of its forms; a form that is neither published nor repaired is by itself in
// `loop.published`.
struct WrapArm {
    Loop loop;
    std::string_view form;
    bool is_repaired = false;  // true if `loop.repaired` runs
};
// Returns Witters' loops with deadlines: L1, L3 and L4 as published, L3 and L4 with their deadlines
// compared by subtraction, and both repaired.
std::vector<WrapArm> wrap_arms();

// The result of a run for each millisecond of a tick at which the clock may wrap, each of ten
// seconds.
struct ClockWrap {
    std::uint64_t runs = 0;
    std::uint64_t runs_ahead = 0;       // runs in which the game gets more than a tick ahead of
                                        // time
    std::uint64_t runs_frozen = 0;      // runs in which no update comes after the wrap
    std::uint64_t updates_at_once = 0;  // the most in a frame
    Flicks ahead_max{};
    Flicks wait_max{};  // the longest between two updates
    std::optional<double> blend_max;
};
ClockWrap run_across_wrap(const WrapArm& arm, const Machine& machine);

}  // namespace tandem::tools::lab
