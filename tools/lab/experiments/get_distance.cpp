// SPDX-License-Identifier: MIT
// Loops of additions, each in the order that its name says.
#include <tandem/tools/lab/experiments/get_distance.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/experiments/rounded_sum.hpp>

namespace tandem::tools::lab {
namespace {

constexpr Integer k_ms_per_second = 1'000;
constexpr double k_units_per_ms = 0.001;

// Frames until ten seconds are over.
int frames_of(int fps) {
    const Integer length = frame_ms(fps);
    return static_cast<int>((k_drive_ms + length - 1) / length);
}

// Frame i goes into partial sum i mod lanes, as vector registers have it; then halves are added to
// halves, and the frames that fill no vector follow.
template <class Number>
Number sum_in_lanes(Number increment, int frames, std::size_t lanes) {
    std::vector<Number> sums(lanes);
    const auto count = static_cast<std::size_t>(frames);
    const std::size_t rest = count % lanes;
    for (std::size_t i = 0; i != count - rest; ++i) {
        sums[i % lanes] += increment;
    }
    for (std::size_t half = lanes / 2; half != 0; half /= 2) {
        for (std::size_t i = 0; i != half; ++i) {
            sums[i] += sums[i + half];
        }
    }
    for (std::size_t i = 0; i != rest; ++i) {
        sums[0] += increment;
    }
    return sums[0];
}

std::size_t lanes_of(Build build) {
    constexpr std::size_t k_four = 4;
    constexpr std::size_t k_sixteen = 16;
    switch (build) {
        case Build::four_lanes:
            return k_four;
        case Build::sixteen_lanes:
            return k_sixteen;
        case Build::in_order:
        case Build::x87:
        case Build::x87_stored:
        case Build::fused:
            break;
    }
    return 1;
}

// Sums of `bits` bits, each then stored as a double or kept as it is.
double sum_of_bits(int fps, int bits, bool stores_doubles) {
    const BinaryFloat increment =
        product(binary_float(k_units_per_ms), static_cast<std::uint32_t>(frame_ms(fps)));
    BinaryFloat distance;
    for (int frames = frames_of(fps); frames != 0; --frames) {
        distance = rounded_sum(distance, increment, bits);
        if (stores_doubles) {
            distance = binary_float(to_double(distance));
        }
    }
    return to_double(distance);
}

template <class Number>
Number ten() {
    return k_is_integer<Number> ? Number(10'000) : Number(10);
}

// Calls back after each frame until it says no.
template <class Number>
void each_frame(int fps, const std::function<bool(const Journey<Number>&)>& goes_on) {
    const Integer length = frame_ms(fps);
    const auto step = step_of<Number>(std::chrono::milliseconds(length));
    Car<Number> car;
    Journey<Number> journey;
    do {
        car.step(step);
        journey = {car.distance, journey.milliseconds + length, journey.frames + 1};
    } while (goes_on(journey));
}

// Returns the distances at every multiple of `interval_ms` up to the end.
template <class Number>
std::vector<Number> distances_every(Integer interval_ms, int fps) {
    std::vector<Number> distances{Number(0)};
    each_frame<Number>(fps, [&](const Journey<Number>& now) {
        if (now.milliseconds % interval_ms == 0) {
            distances.push_back(now.distance);
        }
        return now.milliseconds < k_drive_ms;
    });
    return distances;
}

}  // namespace

Integer frame_ms(int fps) {
    TANDEM_ASSERT(1 <= fps && fps <= k_ms_per_second);
    return k_ms_per_second / fps;
}

template <class Number>
Journey<Number> get_distance(int fps) {
    Journey<Number> result;
    each_frame<Number>(fps, [&](const Journey<Number>& now) {
        result = now;
        return now.milliseconds < k_drive_ms;
    });
    return result;
}

TrueDivisionJourney get_distance_by_true_division(int fps) {
    TrueDivisionJourney result;
    result.frame_ms = static_cast<double>(k_ms_per_second) / fps;
    const auto end = static_cast<double>(k_drive_ms);
    for (double milliseconds = 0; milliseconds < end; milliseconds += result.frame_ms) {
        result.distance += k_units_per_ms * result.frame_ms;
        ++result.frames;
    }
    return result;
}

double get_distance_of(Build build, int fps) {
    switch (build) {
        case Build::x87:
            return sum_of_bits(fps, k_x87_bits, false);
        case Build::x87_stored:
            return sum_of_bits(fps, k_x87_bits, true);
        case Build::fused:
            return sum_of_bits(fps, k_double_bits, false);
        case Build::in_order:
        case Build::four_lanes:
        case Build::sixteen_lanes:
            break;
    }
    return sum_in_lanes(k_units_per_ms * static_cast<double>(frame_ms(fps)), frames_of(fps),
                        lanes_of(build));
}

Integer get_distance_in_integers(Build build, int fps) {
    return sum_in_lanes(frame_ms(fps), frames_of(fps), lanes_of(build));
}

Integer get_distance_in_fixed_point(Integer speed, int fps) {
    return sum_in_lanes(speed * frame_ms(fps), frames_of(fps), 1);
}

template <class Number>
Journey<Number> drive_until_ten(int fps) {
    Journey<Number> result;
    each_frame<Number>(fps, [&](const Journey<Number>& now) {
        result = now;
        return now.distance < ten<Number>();
    });
    return result;
}

template <class Number>
CommonInstants compare_at_common_instants(int fps_a, int fps_b) {
    const Integer interval = std::lcm(frame_ms(fps_a), frame_ms(fps_b));
    const std::vector<Number> a = distances_every<Number>(interval, fps_a);
    const std::vector<Number> b = distances_every<Number>(interval, fps_b);
    const std::size_t common = std::min(a.size(), b.size());
    CommonInstants result{.count = static_cast<int>(common)};
    for (std::size_t i = 0; i != common; ++i) {
        if (a[i] != b[i]) {
            if (result.differing == 0) {
                result.first_differing_ms = static_cast<Integer>(i) * interval;
            }
            ++result.differing;
        }
    }
    return result;
}

template Journey<double> get_distance<double>(int);
template Journey<float> get_distance<float>(int);
template Journey<Integer> get_distance<Integer>(int);
template Journey<double> drive_until_ten<double>(int);
template Journey<float> drive_until_ten<float>(int);
template Journey<Integer> drive_until_ten<Integer>(int);
template CommonInstants compare_at_common_instants<double>(int, int);
template CommonInstants compare_at_common_instants<float>(int, int);
template CommonInstants compare_at_common_instants<Integer>(int, int);

}  // namespace tandem::tools::lab
