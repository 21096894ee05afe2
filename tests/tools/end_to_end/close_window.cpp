// SPDX-License-Identifier: MIT
// Closes a window as the cross in its frame does: by a message that asks the program.
//
//   close_window NUMBER, of the display that DISPLAY names; exit code 1 where that cannot be.
#include <X11/Xlib.h>

#include <cstdlib>

int main(int argc, char** argv) {
    Display* const display = argc == 2 ? XOpenDisplay(nullptr) : nullptr;
    if (display == nullptr) {
        return 1;
    }
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = std::strtoul(argv[1], nullptr, 10);
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
    event.xclient.data.l[1] = CurrentTime;
    const bool is_sent = XSendEvent(display, event.xclient.window, False, NoEventMask, &event) != 0;
    XCloseDisplay(display);
    return is_sent ? 0 : 1;
}
