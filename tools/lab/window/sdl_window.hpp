// SPDX-License-Identifier: MIT
// The lab's window by SDL2, which is looked for only when it is asked for.
#pragma once

#include <memory>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/window/lab_window.hpp>

namespace tandem::tools::lab::window {

// Opens a window; call it on the main thread. The error is usage if this build, this machine or
// this display has none.
sim::Result<std::unique_ptr<LabWindow>> open_lab_window();

}  // namespace tandem::tools::lab::window
