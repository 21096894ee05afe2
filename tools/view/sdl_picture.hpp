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

    // Copies the pixels to a texture of their size. False if SDL cannot, or if `renderer` is null.
    // The renderer must be the same one until drop().
    bool copy(sdl::Renderer* renderer, const Raster& raster);
    // Draws the pixels over the whole window, once the display is ready for that. False if there
    // are none or SDL cannot.
    bool show(sdl::Renderer* renderer);
    // Call it before the renderer goes. Do not call it if the display has vanished, which took the
    // texture along.
    void drop();

private:
    const SdlLibrary& sdl_;
    sdl::Texture* texture_ = nullptr;
    std::uint32_t width_ = 0;  // the texture's, in pixels
    std::uint32_t height_ = 0;
};

}  // namespace tandem::tools
