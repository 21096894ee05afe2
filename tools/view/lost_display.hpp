// SPDX-License-Identifier: MIT
// Xlib ends the program when its display vanishes, unless it is told not to: then nothing recorded
// is at risk.
#pragma once

namespace tandem::tools {

// Call it once a window is open: from now on a vanished X display is only noted. It changes nothing
// where there is no X.
void survive_lost_display(void* x_display);
// Whether the display has vanished. Then none of its windows may be touched.
bool is_display_lost();

}  // namespace tandem::tools
