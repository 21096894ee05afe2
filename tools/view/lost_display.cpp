// SPDX-License-Identifier: MIT
// Xlib is asked for by name: no header of it is needed, and no X where there is another display.
#include <tandem/tools/view/lost_display.hpp>

#include <dlfcn.h>

#include <atomic>
#include <functional>

namespace tandem::tools {
namespace {

std::atomic<bool> g_is_lost{false};

int note_loss(void*) {
    g_is_lost = true;
    return 0;
}

// What Xlib does in place of exit: the call that failed returns, as do all later ones.
void stay_alive(void*, void*) { g_is_lost = true; }

void say_last_words(void*, void* last_words) {
    g_is_lost = true;
    (*static_cast<const std::function<void()>*>(last_words))();
}

void set_exit(void* x_display, void (*exit)(void*, void*), void* with) {
    // SDL has loaded it, or there is no X.
    void* const library = ::dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr || x_display == nullptr) {
        return;
    }
    using SetHandler = void* (*)(int (*)(void*));
    using SetExitHandler = void (*)(void*, void (*)(void*, void*), void*);
    const auto set_handler = reinterpret_cast<SetHandler>(::dlsym(library, "XSetIOErrorHandler"));
    const auto set_exit_handler =
        reinterpret_cast<SetExitHandler>(::dlsym(library, "XSetIOErrorExitHandler"));
    if (set_handler != nullptr && set_exit_handler != nullptr) {
        set_handler(&note_loss);
        set_exit_handler(x_display, exit, with);
    }
}

}  // namespace

void survive_lost_display(void* x_display) { set_exit(x_display, &stay_alive, nullptr); }

void end_with_display(void* x_display, const std::function<void()>& last_words) {
    // Xlib knows a pointer that is not constant, and only gives it back.
    set_exit(x_display, &say_last_words, const_cast<std::function<void()>*>(&last_words));
}

bool is_display_lost() { return g_is_lost; }

}  // namespace tandem::tools
