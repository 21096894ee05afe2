// SPDX-License-Identifier: MIT
// Turns a picture into the bytes of a PNG file.
#pragma once

#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools {

// Returns the bytes. The error (usage) says that this build has no libpng.
sim::Result<std::string> png_of(const Raster& raster);

}  // namespace tandem::tools
