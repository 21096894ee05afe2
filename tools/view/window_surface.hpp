// SPDX-License-Identifier: MIT
// A window as a surface, by SDL2, which is looked for only when a window is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

struct WindowOptions {
    std::string title;
    // The most pictures a second, at least 1; as many as the display shows if empty.
    std::optional<std::uint32_t> fps_max = {};
    // True if showing a picture may wait for the display; false if packets wait meanwhile.
    bool may_wait = true;
};

// Checks that this machine has SDL2. The error (usage) says what to do without.
sim::Result<void> check_window();
// Opens a window; call it on the main thread. The error is usage if this machine or this display
// has none.
sim::Result<std::unique_ptr<Surface>> open_window(const WindowOptions& options);
// Opens a window by these functions.
struct SdlLibrary;
sim::Result<std::unique_ptr<Surface>> open_window(const SdlLibrary& sdl,
                                                  const WindowOptions& options);

}  // namespace tandem::tools
