// SPDX-License-Identifier: MIT
// libpng makes the file, if the build had it.
#include <tandem/tools/formats/picture_writer.hpp>

#ifdef TANDEM_HAS_PNG

#include <array>
#include <bit>
#include <cstdint>

#include <png.h>

namespace tandem::tools {
namespace {

std::string rgb_of(const Raster& raster) {
    std::string bytes;
    bytes.reserve(raster.pixels().size() * 3);
    for (const std::uint32_t pixel : raster.pixels()) {
        const auto parts = std::bit_cast<std::array<char, 4>>(pixel);
        bytes.append(parts.data(), 3);
    }
    return bytes;
}

}  // namespace

sim::Result<std::string> png_of(const Raster& raster) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = raster.width();
    image.height = raster.height();
    image.format = PNG_FORMAT_RGB;
    const std::string pixels = rgb_of(raster);
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string file(bytes, '\0');
    if (png_image_write_to_memory(&image, file.data(), &bytes, 0, pixels.data(), 0, nullptr) == 0) {
        return sim::Error{sim::ErrorCode::internal, "libpng", image.message};
    }
    file.resize(bytes);
    return file;
}

}  // namespace tandem::tools

#else

namespace tandem::tools {

sim::Result<std::string> png_of(const Raster&) {
    return sim::Error{sim::ErrorCode::usage, "PNG",
                      "this build has no libpng; install it (Debian: apt-get install libpng-dev) "
                      "and build again"};
}

}  // namespace tandem::tools

#endif
