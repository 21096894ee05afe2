// SPDX-License-Identifier: MIT
// Draws a picture of a game for picture files: the game, its own words, and the place in the
// recording.
#pragma once

#include <tandem/tools/formats/picture_writer.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools {

// Returns a raster for pictures of this size, with letters that can be read on it.
Raster picture_raster(PictureSize size);

// Returns the moment for the error of a draw: "after 20 ticks".
std::string moment_text(const PictureMoment& moment);

// Draws the whole picture. The error is that of the game's draw.
sim::Result<void> draw_picture(Raster& raster, const PictureShow& show,
                               const PictureMoment& moment);

}  // namespace tandem::tools
