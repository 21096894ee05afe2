// SPDX-License-Identifier: MIT
// The first sign against it decides.
#include <tandem/tools/lab/window/lab_window.hpp>

#include <string>

#include <tandem/tools/lab/claims/arms.hpp>

namespace tandem::tools::lab::window {
namespace {

// A clock of whole milliseconds keeps 16 of 16.67 ms: 4 % off.
constexpr double k_off_most = 0.02;

}  // namespace

Vsync judge_vsync(const VsyncSigns& signs) {
    if (signs.is_software) {
        return {false, "the software renderer waits for no display"};
    }
    if (signs.swap_interval && *signs.swap_interval == 0) {
        return {false, "OpenGL here waits for no display"};
    }
    if (signs.refresh_hz == 0) {
        return {false, "this display has no refresh rate"};
    }
    const double period_ms = std::chrono::duration<double, std::milli>(signs.period).count();
    const double refresh_ms = 1'000.0 / signs.refresh_hz;
    if (period_ms < refresh_ms * (1 - k_off_most) || period_ms > refresh_ms * (1 + k_off_most)) {
        return {false, "a picture came every " + decimal(period_ms, 2) +
                           " ms, and the display refreshes every " + decimal(refresh_ms, 2)};
    }
    return {true, ""};
}

}  // namespace tandem::tools::lab::window
