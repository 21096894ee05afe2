// SPDX-License-Identifier: MIT
// Checks if a renderer that says it waits for the display's refresh really does.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <tandem/tools/lab/window/lab_window.hpp>

namespace tandem::tools::lab::window {

struct VsyncSigns {
    bool is_software = false;           // it draws on the processor
    std::optional<int> swap_interval;   // OpenGL's answer, if it is asked
    std::uint32_t refresh_hz = 0;       // the display's answer; 0 for none
    std::chrono::nanoseconds period{};  // from one picture to the next, shown without a pause
};

Vsync judge_vsync(const VsyncSigns& signs);

}  // namespace tandem::tools::lab::window
