// SPDX-License-Identifier: MIT
// The steps themselves are the bodies'.
#include <tandem/tools/lab/experiments/partition.hpp>

namespace tandem::tools::lab {

using std::chrono::milliseconds;

double bullet_pixels_after(milliseconds step) {
    return bullet_after<double>(k_bullet_speed, step).pixels();
}

double jump_apex_after(milliseconds step) {
    Jump<double> jump;
    jump.leave_ground();
    return stepped<double>(jump, k_flight, step).apex_units();
}

std::optional<milliseconds> first_bullet_difference(int speed) {
    const Bullet<double> bullet{.speed = static_cast<double>(speed)};
    for (milliseconds time = k_george_step; time <= k_flight; time += k_george_step) {
        if (stepped<double>(bullet, time, k_fred_step) !=
            stepped<double>(bullet, time, k_george_step)) {
            return time;
        }
    }
    return std::nullopt;
}

}  // namespace tandem::tools::lab
