// SPDX-License-Identifier: MIT
// Whether a renderer that says it waits for the display's refresh does.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <tandem/tools/lab/window/lab_window.hpp>

namespace tandem::tools::lab::window {

struct VsyncSigns {
    bool is_software = false;           // it draws on the processor
    std::optional<int> swap_interval;   // what OpenGL says, where it is asked
    std::uint32_t refresh_hz = 0;       // what the display says; 0: nothing
    std::chrono::nanoseconds period{};  // from one picture to the next, shown without a pause
};

Vsync judge_vsync(const VsyncSigns& signs);

}  // namespace tandem::tools::lab::window
