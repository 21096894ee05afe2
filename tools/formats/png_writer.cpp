// SPDX-License-Identifier: MIT
// libpng makes the file, if the build had it.
#include <tandem/tools/formats/picture_writer.hpp>

#ifdef TANDEM_HAS_PNG

#include <optional>

namespace tandem::tools {
namespace {

using sim::Result;

class PngWriter final : public PictureWriter {
public:
    PngWriter(const PictureShow& show, Sink sink) : show_(show), sink_(std::move(sink)) {}

    Result<void> begin() override { return {}; }

    Result<void> picture(const PictureMoment& moment) override {
        raster_ = picture_raster(show_.size);
        return draw_picture(*raster_, show_, moment);
    }

    Result<void> finish() override {
        const auto file = png_of(*raster_);
        return file ? sink_(*file) : Result<void>(file.error());
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
