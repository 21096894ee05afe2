// SPDX-License-Identifier: MIT
// Paints the picture of a run in pixels, as fine as its quality says: a loop's game as a ball on
// its way, and the number of updates. It does not depend on a display.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/lab/machine/screen.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools::lab::window {

class Painting {
public:
    // Takes the size in full quality, in pixels.
    Painting(std::uint32_t width, std::uint32_t height);

    // Sets for all later pictures the text above, and how often each pixel is painted.
    void begin(std::string title, std::uint32_t layers);
    void paint(const Drawing& drawing);
    const Raster& raster() const { return raster_; }
    // These count the pictures since begin, and those that were not, pixel by pixel, the one
    // before.
    std::uint64_t pictures() const { return pictures_; }
    std::uint64_t different() const { return different_; }

private:
    std::uint32_t width_;
    std::uint32_t height_;
    Raster raster_;
    std::string title_;
    std::uint32_t layers_ = 1;
    std::uint64_t pictures_ = 0;
    std::uint64_t different_ = 0;
    std::vector<std::uint32_t> before_;
};

}  // namespace tandem::tools::lab::window
