// SPDX-License-Identifier: MIT
// Finds the functions of SDL2 that a window needs at run time: the program also runs without SDL2.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/view/lost_display.hpp>
#include <tandem/tools/view/sdl_abi.hpp>

namespace tandem::tools {

// Each member has SDL's name without "SDL_".
struct SdlLibrary {
    int (*Init)(std::uint32_t flags);
    void (*Quit)();
    const char* (*GetError)();
    void (*GetVersion)(sdl::Version*);
    const char* (*GetCurrentVideoDriver)();
    int (*SetHint)(const char* name, const char* value);
    sdl::Window* (*CreateWindow)(const char* title, int x, int y, int width, int height,
                                 std::uint32_t flags);
    void (*DestroyWindow)(sdl::Window*);
    void (*ShowWindow)(sdl::Window*);
    void (*GetWindowSize)(sdl::Window*, int* width, int* height);
    void (*SetWindowSize)(sdl::Window*, int width, int height);
    void (*SetWindowTitle)(sdl::Window*, const char* title);
    std::uint32_t (*GetWindowFlags)(sdl::Window*);
    int (*GetWindowDisplayIndex)(sdl::Window*);
    int (*GetWindowWMInfo)(sdl::Window*, sdl::SystemInfo*);
    int (*GetCurrentDisplayMode)(int display, sdl::DisplayMode*);
    int (*GL_GetSwapInterval)();
    void* (*GL_GetProcAddress)(const char* name);
    sdl::Renderer* (*CreateRenderer)(sdl::Window*, int index, std::uint32_t flags);
    void (*DestroyRenderer)(sdl::Renderer*);
    int (*GetRendererInfo)(sdl::Renderer*, sdl::RendererInfo*);
    int (*GetRendererOutputSize)(sdl::Renderer*, int* width, int* height);
    sdl::Texture* (*CreateTexture)(sdl::Renderer*, std::uint32_t format, int access, int width,
                                   int height);
    void (*DestroyTexture)(sdl::Texture*);
    int (*UpdateTexture)(sdl::Texture*, const sdl::Rect*, const void* pixels, int row_bytes);
    int (*RenderCopy)(sdl::Renderer*, sdl::Texture*, const sdl::Rect* from, const sdl::Rect* to);
    void (*RenderPresent)(sdl::Renderer*);
    int (*RenderSetVSync)(sdl::Renderer*, int is_wanted);  // null in an SDL2 before 2.0.18
    int (*PollEvent)(sdl::Event*);
    void (*StartTextInput)();
};

// Returns SDL2, which is loaded once and kept to the end of the program. The error is usage if it
// is not installed or lacks one of the functions.
sim::Result<const SdlLibrary*> sdl_library();

// True if nobody sees this driver's windows and nobody asked for it: SDL takes it by itself if
// there is no display.
bool is_unseen(std::string_view driver, const Environment& environment);

// Returns the machine's own renderer with these flags of SDL's, else SDL's, which paints without
// it; null if there is neither.
sdl::Renderer* create_renderer(const SdlLibrary& sdl, sdl::Window* window, std::uint32_t flags);
// Returns the refresh rate of a window's display; nothing if it tells none.
std::optional<std::uint32_t> refresh_hz_of(const SdlLibrary& sdl, sdl::Window* window);

// Returns X's name of a window, for survive_lost_display; empty if there is no X.
XWindow x_window_of(const SdlLibrary& sdl, sdl::Window* window);

}  // namespace tandem::tools
