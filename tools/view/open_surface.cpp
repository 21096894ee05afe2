// SPDX-License-Identifier: MIT
// A view that is asked for by name has to be there; any other may be left out.
#include <tandem/tools/view/open_surface.hpp>

#include <tandem/tools/system/terminal.hpp>
#include <tandem/tools/view/live_screen.hpp>
#include <tandem/tools/view/window_surface.hpp>

namespace tandem::tools {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

Result<void> check_view(const ViewChoice& choice) {
    if (choice.fps_max && choice.view != "window") {
        return Error{ErrorCode::usage, "--fps", "only a window has it; say --view window"};
    }
    if (const std::string why = why_no_screen(); choice.view == "terminal" && !why.empty()) {
        return Error{ErrorCode::usage, "--view terminal", why + "; use --view none"};
    }
    return choice.view == "window" ? check_window() : Result<void>();
}

bool is_shown(const ViewChoice& choice, bool is_wanted) {
    return choice.view.empty() ? is_wanted && why_no_screen().empty() : choice.view != "none";
}

Result<std::unique_ptr<Surface>> open_surface(const ViewChoice& choice, bool is_wanted,
                                              Console& console) {
    TANDEM_TRY(check_view(choice));
    if (!is_shown(choice, is_wanted)) {
        return std::unique_ptr<Surface>();
    }
    if (choice.view == "window") {
        return open_window({choice.title, choice.fps_max, choice.may_wait});
    }
    auto screen = LiveScreen::open(console);
    TANDEM_TRY(screen);
    return std::unique_ptr<Surface>(std::move(*screen));
}

}  // namespace tandem::tools
