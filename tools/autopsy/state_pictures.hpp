// SPDX-License-Identifier: MIT
// Draws the states of both sides as pictures, and a third that shows where the two differ.
#pragma once

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools::autopsy {

// Adds the states of both sides to `facts`, which has all the rest: their fields, if the verdict
// names none, and their pictures, or in words why nothing is drawn. A game without a picture of its
// own leaves those empty.
void add_states(const PageInput& input, PageFacts& facts,
                const replay::Progress& progress = nullptr);

// Paints the difference of two pictures of one size (asserted) into `a`: blue where only the first
// shows something, orange where only the second does, all else grey. Returns how many pixels
// differ.
std::uint64_t paint_difference(Raster& a, const Raster& b);

}  // namespace tandem::tools::autopsy
