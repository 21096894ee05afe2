// SPDX-License-Identifier: MIT
// A texture cannot change its size, so that another size is another texture.
#include <tandem/tools/view/sdl_picture.hpp>

#include <utility>

namespace tandem::tools {

bool SdlPicture::copy(sdl::Renderer* renderer, const Raster& raster) {
    if (renderer == nullptr) {
        return false;
    }
    if (texture_ == nullptr || width_ != raster.width() || height_ != raster.height()) {
        drop();
        width_ = raster.width();
        height_ = raster.height();
        texture_ = sdl_.CreateTexture(renderer, sdl::k_pixels_rgba32, sdl::k_texture_streaming,
                                      static_cast<int>(width_), static_cast<int>(height_));
    }
    return texture_ != nullptr &&
           sdl_.UpdateTexture(texture_, nullptr, raster.pixels().data(),
                              static_cast<int>(width_ * sizeof(std::uint32_t))) == 0;
}

bool SdlPicture::show(sdl::Renderer* renderer) {
    if (texture_ == nullptr || sdl_.RenderCopy(renderer, texture_, nullptr, nullptr) != 0) {
        return false;
    }
    sdl_.RenderPresent(renderer);
    return true;
}

void SdlPicture::drop() {
    if (texture_ != nullptr) {
        sdl_.DestroyTexture(std::exchange(texture_, nullptr));
    }
}

}  // namespace tandem::tools
