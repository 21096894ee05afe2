// SPDX-License-Identifier: MIT
// The functions of SDL2 that a window needs, found at run time: the program also runs where there
// is no SDL2. Only for builds that have SDL2's headers.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/view/lost_display.hpp>

namespace tandem::tools {

// Each has SDL's name without "SDL_".
struct SdlLibrary {
    decltype(&::SDL_Init) Init;
    decltype(&::SDL_Quit) Quit;
    decltype(&::SDL_GetError) GetError;
    decltype(&::SDL_GetVersion) GetVersion;
    decltype(&::SDL_GetCurrentVideoDriver) GetCurrentVideoDriver;
    decltype(&::SDL_SetHint) SetHint;
    decltype(&::SDL_CreateWindow) CreateWindow;
    decltype(&::SDL_DestroyWindow) DestroyWindow;
    decltype(&::SDL_GetWindowSize) GetWindowSize;
    decltype(&::SDL_SetWindowSize) SetWindowSize;
    decltype(&::SDL_SetWindowTitle) SetWindowTitle;
    decltype(&::SDL_GetWindowFlags) GetWindowFlags;
    decltype(&::SDL_GetWindowDisplayIndex) GetWindowDisplayIndex;
    decltype(&::SDL_GetCurrentDisplayMode) GetCurrentDisplayMode;
    decltype(&::SDL_GL_GetSwapInterval) GL_GetSwapInterval;
    decltype(&::SDL_GL_GetProcAddress) GL_GetProcAddress;
    decltype(&::SDL_CreateRenderer) CreateRenderer;
    decltype(&::SDL_DestroyRenderer) DestroyRenderer;
    decltype(&::SDL_GetRendererInfo) GetRendererInfo;
    decltype(&::SDL_GetRendererOutputSize) GetRendererOutputSize;
    decltype(&::SDL_CreateTexture) CreateTexture;
    decltype(&::SDL_DestroyTexture) DestroyTexture;
    decltype(&::SDL_UpdateTexture) UpdateTexture;
    decltype(&::SDL_RenderCopy) RenderCopy;
    decltype(&::SDL_RenderPresent) RenderPresent;
    int (*RenderSetVSync)(SDL_Renderer*, int);  // null in an SDL2 before 2.0.18
    decltype(&::SDL_PollEvent) PollEvent;
    decltype(&::SDL_StartTextInput) StartTextInput;
};

// Loaded once, and kept to the end of the program. Error usage where it is not installed or lacks
// one of the functions.
sim::Result<const SdlLibrary*> sdl_library();

// Whether nobody sees this driver's windows and nobody asked for it: SDL takes it by itself where
// there is no display.
bool is_unseen(std::string_view driver, const Environment& environment);

// The machine's own renderer with these flags of SDL's, else SDL's, which paints without it; null
// where there is neither.
SDL_Renderer* create_renderer(const SdlLibrary& sdl, SDL_Window* window, std::uint32_t flags);
// Of the display that a window is on; nothing where it tells none.
std::optional<std::uint32_t> refresh_hz_of(const SdlLibrary& sdl, SDL_Window* window);

// What X calls a window, for survive_lost_display; nothing where there is no X.
XWindow x_window_of(SDL_Window* window);

}  // namespace tandem::tools
