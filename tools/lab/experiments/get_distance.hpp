// SPDX-License-Identifier: MIT
// The probe of Witters' article, get_distance(fps): how far a car of 0.001 units a millisecond gets
// in ten seconds of frames, in several arithmetics and orders of addition. (The article says "per
// microsecond"; its arithmetic is per millisecond.)
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab {

inline constexpr Integer k_drive_ms = 10'000;

// The result of a run.
template <class Number>
struct Journey {
    Number distance{};  // units; thousandths in integers
    Integer milliseconds = 0;
    int frames = 0;
};

// Returns 1000 / fps as the article's Python 2 has it, of integers: rounded down. So 30 and 60 FPS
// have frames of 33 and 16 ms, and 30 FPS drives on to 10,032 ms.
Integer frame_ms(int fps);

// Runs the probe as published, on the car. Number is double, float or Integer. 1 <= fps <= 1000.
template <class Number>
Journey<Number> get_distance(int fps);

// The result of the same text under Python 3, whose division is a double's.
struct TrueDivisionJourney {
    double frame_ms = 0;
    double distance = 0;
    int frames = 0;
};
TrueDivisionJourney get_distance_by_true_division(int fps);

// The builds whose order and rounding of the same sum differ.
enum class Build : unsigned char {
    in_order,      // every sum is rounded to a double: SSE2, as IEEE 754 promises
    x87,           // in a register of 64 bits until the end: -mfpmath=387 -O2
    x87_stored,    // in 64 bits, stored as a double after each addition: -mfpmath=387 -O0
    fused,         // product and sum rounded once
    four_lanes,    // four partial sums side by side: -ffast-math with vectors of two doubles
    sixteen_lanes  // sixteen sums: -ffast-math with vectors of four
};
double get_distance_of(Build build, int fps);
// Returns the distance in thousandths, in the build's order of additions.
Integer get_distance_in_integers(Build build, int fps);

// Takes a speed in units of fixed point's last place; returns the distance in the same units.
Integer get_distance_in_fixed_point(Integer speed, int fps);
// 0.001 in fixed point: 16.16 cut off (65.536) as a conversion to an integer does it, 16.16 to the
// nearest, and 32.32 to the nearest (4294967.296) as tandem::Fixed.
inline constexpr Integer k_speed_16_cut = 65;
inline constexpr Integer k_speed_16 = 66;
inline constexpr Integer k_speed_32 = 4'294'967;

// An object that vanishes as soon as its distance is 10: the time, and the place.
template <class Number>
Journey<Number> drive_until_ten(int fps);

// Two frame rates compared at every instant at which both have a state, the start included, until
// the first of them ends.
struct CommonInstants {
    int count = 0;
    int differing = 0;
    Integer first_differing_ms = -1;  // -1 if none differs
};
template <class Number>
CommonInstants compare_at_common_instants(int fps_a, int fps_b);

}  // namespace tandem::tools::lab
