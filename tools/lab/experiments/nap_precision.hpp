// SPDX-License-Identifier: MIT
// Measures how well a loop keeps 50 frames a second by naps of a millisecond, by one long sleep,
// and by absolute deadlines; and how precise this machine's sleep is.
#pragma once

#include <vector>

#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

enum class Pacing : unsigned char { naps, one_sleep, absolute_deadlines };

struct PacingPrecision {
    double frames_per_second = 0;
    double drift_ms = 0;  // the last frame's, from 20 ms after each frame before
    double period_max_ms = 0;
};

// Runs for four seconds with 4.3 ms of work in each frame.
PacingPrecision measure_pacing(Pacing pacing, bool real);

struct Overshoots {
    double median_ms = 0;
    double p99_ms = 0;
    double max_ms = 0;
};

// Waits so many times for a millisecond, at least once, on the real clock: asleep, and spinning.
Overshoots measure_sleeps(int waits);
Overshoots measure_spins(int waits);

// Returns the figures of a set that is not empty; the percentile is the nearest rank's.
Overshoots overshoots_of(std::vector<Flicks> measured);

}  // namespace tandem::tools::lab
