// SPDX-License-Identifier: MIT
// Keeps a recording safe from Xlib, which ends the program when its display vanishes or a request
// fails, unless it is told not to.
#pragma once

#include <functional>

namespace tandem::tools {

// A window of X; `display` is null if there is no X.
struct XWindow {
    void* display = nullptr;
    unsigned long id = 0;
};

// Call it once a window is open: from now on a display that vanishes, and a window that another
// program destroys, are only noted. It changes nothing where there is no X.
void survive_lost_display(XWindow window);
// Call it instead if OpenGL draws: a call to a display that has vanished may never come back. It
// calls `last_words` then, which ends the program and must outlive the display's windows.
void end_with_display(XWindow window, const std::function<void()>& last_words);
// True if the display or the window has vanished. Then none of its windows may be touched.
bool is_display_lost();

}  // namespace tandem::tools
