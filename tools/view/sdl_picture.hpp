// SPDX-License-Identifier: MIT
// The texture that carries a raster's pixels into a window.
#pragma once

#include <cstdint>

#include <tandem/tools/view/raster.hpp>
#include <tandem/tools/view/sdl_abi.hpp>
#include <tandem/tools/view/sdl_library.hpp>

namespace tandem::tools {

class SdlPicture {
public:
    // `sdl` must outlive it.
    explicit SdlPicture(const SdlLibrary& sdl) : sdl_(sdl) {}
    SdlPicture(const SdlPicture&) = delete;
    SdlPicture& operator=(const SdlPicture&) = delete;

    // Copies the pixels there, on a texture of their size. False where SDL cannot, and where
    // `renderer` is null. Always the same renderer until drop().
    bool take(sdl::Renderer* renderer, const Raster& raster);
    // Puts them into the window, all over it, once the display is ready for that. False where there
    // are none or SDL cannot.
    bool show(sdl::Renderer* renderer);
    // To be called before the renderer goes; a display that has vanished took the texture along,
    // and then it must not be called.
    void drop();

private:
    const SdlLibrary& sdl_;
    sdl::Texture* texture_ = nullptr;
    std::uint32_t width_ = 0;  // of the texture, in pixels
    std::uint32_t height_ = 0;
};

}  // namespace tandem::tools
