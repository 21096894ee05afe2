// SPDX-License-Identifier: MIT
// Xlib ends the program when its display vanishes or a request fails, unless it is told not to:
// then nothing recorded is at risk.
#pragma once

#include <functional>

namespace tandem::tools {

// A window of X; no display where there is no X.
struct XWindow {
    void* display = nullptr;
    unsigned long id = 0;
};

// Call it once a window is open: from now on a display that vanishes, and a window that another
// program destroys, are only noted. It changes nothing where there is no X.
void survive_lost_display(XWindow window);
// In place of that, where OpenGL draws: it may never come back from a call to a display that has
// vanished. What is called then ends the program. It outlives the display's windows.
void end_with_display(XWindow window, const std::function<void()>& last_words);
// Whether the display or the window has vanished. Then none of its windows may be touched.
bool is_display_lost();

}  // namespace tandem::tools
