// SPDX-License-Identifier: MIT
// Finds the surface that a session is shown on, from --view and --fps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

struct ViewChoice {
    std::string view;  // terminal, window or none; empty: terminal if it is wanted and there
    std::optional<std::uint32_t> fps_max = {};  // a window's
    std::string title = {};                     // a window's
    bool may_wait = true;                       // see WindowOptions
};

// Checks that the chosen view can be there, without touching anything. The error (usage) says what
// to ask for instead.
sim::Result<void> check_view(const ViewChoice& choice);
// True if a session is shown at all. `is_wanted` says if it is shown without --view, provided there
// is a terminal.
bool is_shown(const ViewChoice& choice, bool is_wanted);
// Opens the surface; null if nothing is to be shown. The error is usage if the view that --view
// names is not there.
sim::Result<std::unique_ptr<Surface>> open_surface(const ViewChoice& choice, bool is_wanted,
                                                   Console& console);

}  // namespace tandem::tools
