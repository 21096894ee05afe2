// SPDX-License-Identifier: MIT
// Xlib is asked for by name: no header of it is needed, and no X where there is another display.
#include <tandem/tools/view/lost_display.hpp>

#include <dlfcn.h>

#include <atomic>

namespace tandem::tools {
namespace {

std::atomic<bool> g_is_lost{false};

int note_loss(void*) {
    g_is_lost = true;
    return 0;
}

// What Xlib does in place of exit: the call that failed returns, as do all later ones.
void stay_alive(void*, void*) { g_is_lost = true; }

}  // namespace

void survive_lost_display(void* x_display) {
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
        set_exit_handler(x_display, &stay_alive, nullptr);
    }
}

bool is_display_lost() { return g_is_lost; }

}  // namespace tandem::tools
