// SPDX-License-Identifier: MIT
// Tries loops whose time is not exact: a clock of 32-bit milliseconds that begins again at zero,
// and a sum of rounded times.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>

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

// The updates that LWJGL's sum of rounded times moves: A12 of the inventory.
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
