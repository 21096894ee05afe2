// SPDX-License-Identifier: MIT
// --view and --fps: which surface a session is shown on.
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
    std::string view;  // terminal, window, none; empty: terminal where it is wanted and there
    std::optional<std::uint32_t> fps_max = {};  // of a window
    std::string title = {};                     // of a window
    bool may_wait = true;                       // see WindowOptions
};

// Whether what is asked for can be there, without touching anything. Error usage, with what to ask
// for instead.
sim::Result<void> check_view(const ViewChoice& choice);
// Whether a session is shown at all. `is_wanted`: whether it is without --view, if there is a
// terminal.
bool is_shown(const ViewChoice& choice, bool is_wanted);
// Null where nothing is to be shown. Error usage where what --view names is not there.
sim::Result<std::unique_ptr<Surface>> open_surface(const ViewChoice& choice, bool is_wanted,
                                                   Console& console);

}  // namespace tandem::tools
