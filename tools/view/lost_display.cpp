// SPDX-License-Identifier: MIT
// Xlib is found by name: no header of it is needed, and no X if there is another display.
#include <tandem/tools/view/lost_display.hpp>

#include <dlfcn.h>

#include <atomic>
#include <functional>

namespace tandem::tools {
namespace {

std::atomic<bool> g_is_lost{false};
std::atomic<unsigned long> g_window{0};  // the one that is open

int on_loss(void*) {
    g_is_lost = true;
    return 0;
}

// This struct is the beginning of Xlib's XErrorEvent.
struct FailedRequest {
    int type;
    void* display;
    unsigned long resource;
    unsigned long serial;
    unsigned char error;
};

// Notes a failed request about our window, which is not there any more, or a failed request to
// draw: OpenGL draws on something with another number. Other requests fail for reasons that take
// nothing away from a person.
int on_failed_request(void*, void* event) {
    constexpr unsigned char k_bad_window = 3;  // a number of X.h
    constexpr unsigned char k_bad_drawable = 9;
    const auto& failed = *static_cast<const FailedRequest*>(event);
    if (failed.error == k_bad_drawable ||
        (failed.error == k_bad_window && failed.resource == g_window)) {
        g_is_lost = true;
    }
    return 0;
}

// Xlib calls it in place of exit: the call that failed returns, as do all later ones.
void stay_alive(void*, void*) { g_is_lost = true; }

void print_last_words(void*, void* last_words) {
    g_is_lost = true;
    (*static_cast<const std::function<void()>*>(last_words))();
}

void set_exit(XWindow window, void (*exit)(void*, void*), void* with) {
    // SDL has loaded it, or there is no X.
    void* const library = ::dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr || window.display == nullptr) {
        return;
    }
    using SetHandler = void* (*)(int (*)(void*));
    using SetErrorHandler = void* (*)(int (*)(void*, void*));
    using SetExitHandler = void (*)(void*, void (*)(void*, void*), void*);
    const auto set_handler = reinterpret_cast<SetHandler>(::dlsym(library, "XSetIOErrorHandler"));
    const auto set_exit_handler =
        reinterpret_cast<SetExitHandler>(::dlsym(library, "XSetIOErrorExitHandler"));
    if (set_handler != nullptr && set_exit_handler != nullptr) {
        set_handler(&on_loss);
        set_exit_handler(window.display, exit, with);
    }
    const auto set_error_handler =
        reinterpret_cast<SetErrorHandler>(::dlsym(library, "XSetErrorHandler"));
    if (set_error_handler != nullptr) {
        g_window = window.id;
        set_error_handler(&on_failed_request);
    }
}

}  // namespace

void survive_lost_display(XWindow window) { set_exit(window, &stay_alive, nullptr); }

void end_with_display(XWindow window, const std::function<void()>& last_words) {
    // Xlib takes a pointer that is not constant, and only gives it back.
    set_exit(window, &print_last_words, const_cast<std::function<void()>*>(&last_words));
}

bool is_display_lost() { return g_is_lost; }

}  // namespace tandem::tools
