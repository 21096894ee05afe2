// SPDX-License-Identifier: MIT
// A library that lacks one of the functions counts as none.
#include <tandem/tools/view/sdl_library.hpp>

#include <dlfcn.h>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;

constexpr const char* k_name = "libSDL2-2.0.so.0";

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

bool find_all(void* library, SdlLibrary& sdl) {
    return find(library, "SDL_Init", sdl.Init) && find(library, "SDL_Quit", sdl.Quit) &&
           find(library, "SDL_GetError", sdl.GetError) &&
           find(library, "SDL_GetVersion", sdl.GetVersion) &&
           find(library, "SDL_GetCurrentVideoDriver", sdl.GetCurrentVideoDriver) &&
           find(library, "SDL_SetHint", sdl.SetHint) &&
           find(library, "SDL_CreateWindow", sdl.CreateWindow) &&
           find(library, "SDL_DestroyWindow", sdl.DestroyWindow) &&
           find(library, "SDL_ShowWindow", sdl.ShowWindow) &&
           find(library, "SDL_GetWindowSize", sdl.GetWindowSize) &&
           find(library, "SDL_SetWindowSize", sdl.SetWindowSize) &&
           find(library, "SDL_SetWindowTitle", sdl.SetWindowTitle) &&
           find(library, "SDL_GetWindowFlags", sdl.GetWindowFlags) &&
           find(library, "SDL_GetWindowDisplayIndex", sdl.GetWindowDisplayIndex) &&
           find(library, "SDL_GetWindowWMInfo", sdl.GetWindowWMInfo) &&
           find(library, "SDL_GetCurrentDisplayMode", sdl.GetCurrentDisplayMode) &&
           find(library, "SDL_GL_GetSwapInterval", sdl.GL_GetSwapInterval) &&
           find(library, "SDL_GL_GetProcAddress", sdl.GL_GetProcAddress) &&
           find(library, "SDL_CreateRenderer", sdl.CreateRenderer) &&
           find(library, "SDL_DestroyRenderer", sdl.DestroyRenderer) &&
           find(library, "SDL_GetRendererInfo", sdl.GetRendererInfo) &&
           find(library, "SDL_GetRendererOutputSize", sdl.GetRendererOutputSize) &&
           find(library, "SDL_CreateTexture", sdl.CreateTexture) &&
           find(library, "SDL_DestroyTexture", sdl.DestroyTexture) &&
           find(library, "SDL_UpdateTexture", sdl.UpdateTexture) &&
           find(library, "SDL_RenderCopy", sdl.RenderCopy) &&
           find(library, "SDL_RenderPresent", sdl.RenderPresent) &&
           find(library, "SDL_PollEvent", sdl.PollEvent) &&
           find(library, "SDL_StartTextInput", sdl.StartTextInput);
}

}  // namespace

sim::Result<const SdlLibrary*> sdl_library() {
    static SdlLibrary sdl{};
    static const bool is_loaded = [] {
        void* const library = ::dlopen(k_name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr || !find_all(library, sdl)) {
            return false;
        }
        find(library, "SDL_RenderSetVSync", sdl.RenderSetVSync);
        return true;
    }();
    if (!is_loaded) {
        return Error{ErrorCode::usage, "--view window",
                     std::string("a window needs SDL2, and ") + k_name +
                         " is not installed (Debian: apt-get install libsdl2-2.0-0); "
                         "use --view terminal or --view none"};
    }
    return &sdl;
}

// A variable that is set and empty asks for nothing.
bool is_unseen(std::string_view driver, const Environment& environment) {
    const std::string asked = environment("SDL_VIDEODRIVER").value_or("");
    return asked != driver && (driver == "offscreen" || driver == "dummy" || driver == "evdev");
}

sdl::Renderer* create_renderer(const SdlLibrary& sdl, sdl::Window* window, std::uint32_t flags) {
    sdl::Renderer* const own = sdl.CreateRenderer(window, -1, flags);
    return own != nullptr ? own : sdl.CreateRenderer(window, -1, sdl::k_renderer_software);
}

std::optional<std::uint32_t> refresh_hz_of(const SdlLibrary& sdl, sdl::Window* window) {
    sdl::DisplayMode mode{};
    const int display = sdl.GetWindowDisplayIndex(window);
    const bool is_known = display >= 0 && sdl.GetCurrentDisplayMode(display, &mode) == 0;
    return is_known && mode.refresh_rate > 0
               ? std::optional(static_cast<std::uint32_t>(mode.refresh_rate))
               : std::nullopt;
}

// SDL checks the version it is told.
XWindow x_window_of(const SdlLibrary& sdl, sdl::Window* window) {
    sdl::SystemInfo system{};
    sdl.GetVersion(&system.version);
    if (sdl.GetWindowWMInfo(window, &system) == 0 || system.system != sdl::k_system_x11) {
        return {};
    }
    return {system.info.x11.display, system.info.x11.window};
}

}  // namespace tandem::tools
