// SPDX-License-Identifier: MIT
// PNG by libpng, where the build had it.
#include <tandem/tools/formats/picture_writer.hpp>

#ifdef TANDEM_HAS_PNG

#include <array>
#include <bit>
#include <optional>

#include <png.h>

#include <tandem/tools/formats/picture.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

std::string rgb_of(const Raster& raster) {
    std::string bytes;
    bytes.reserve(raster.pixels().size() * 3);
    for (const std::uint32_t pixel : raster.pixels()) {
        const auto parts = std::bit_cast<std::array<char, 4>>(pixel);
        bytes.append(parts.data(), 3);
    }
    return bytes;
}

class PngWriter final : public PictureWriter {
public:
    PngWriter(const PictureShow& show, Sink sink) : show_(show), sink_(std::move(sink)) {}

    Result<void> begin() override { return {}; }

    Result<void> picture(const PictureMoment& moment) override {
        raster_ = picture_raster(show_.size);
        return draw_picture(*raster_, show_, moment);
    }

    Result<void> finish() override {
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        image.width = raster_->width();
        image.height = raster_->height();
        image.format = PNG_FORMAT_RGB;
        const std::string pixels = rgb_of(*raster_);
        png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
        std::string file(bytes, '\0');
        if (png_image_write_to_memory(&image, file.data(), &bytes, 0, pixels.data(), 0, nullptr) ==
            0) {
            return Error{ErrorCode::internal, "libpng", image.message};
        }
        return sink_(std::string_view(file).substr(0, bytes));
    }

private:
    const PictureShow& show_;
    Sink sink_;
    std::optional<Raster> raster_;
};

}  // namespace

Result<std::unique_ptr<PictureWriter>> make_png_writer(const PictureShow& show, Sink sink) {
    return std::unique_ptr<PictureWriter>(std::make_unique<PngWriter>(show, std::move(sink)));
}

}  // namespace tandem::tools

#else

namespace tandem::tools {

sim::Result<std::unique_ptr<PictureWriter>> make_png_writer(const PictureShow&, Sink) {
    return sim::Error{sim::ErrorCode::usage, "--format png",
                      "this build has no libpng; install it (Debian: apt-get install libpng-dev) "
                      "and build again"};
}

}  // namespace tandem::tools

#endif
