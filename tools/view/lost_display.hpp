// SPDX-License-Identifier: MIT
// Xlib ends the program when its display vanishes, unless it is told not to: then nothing recorded
// is at risk.
#pragma once

#include <functional>

namespace tandem::tools {

// Call it once a window is open: from now on a vanished X display is only noted. It changes nothing
// where there is no X.
void survive_lost_display(void* x_display);
// In place of that, where OpenGL draws: it may never come back from a call to a display that has
// vanished. What is called then ends the program. It outlives the display's windows.
void end_with_display(void* x_display, const std::function<void()>& last_words);
// Whether the display has vanished. Then none of its windows may be touched.
bool is_display_lost();

}  // namespace tandem::tools
