// SPDX-License-Identifier: MIT
// The states of both sides as pictures, and a third that shows where the two differ.
#pragma once

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools::autopsy {

// Adds to `facts`, which has all the rest, what the states of both sides show: their fields, where
// the verdict names none, and their pictures, or in words why nothing is drawn. A game without a
// picture of its own leaves those empty.
void add_states(const PageInput& input, PageFacts& facts,
                const replay::Progress& progress = nullptr);

// Paints into `a`, of two pictures of one size (asserted), where they differ: blue what only the
// first shows, orange what only the second does, all else grey. Returns how many pixels differ.
std::uint64_t paint_difference(Raster& a, const Raster& b);

}  // namespace tandem::tools::autopsy
