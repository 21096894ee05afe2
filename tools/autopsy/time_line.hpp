// SPDX-License-Identifier: MIT
// Draws the page's time line: rows below each other over one axis of ticks, each a label and a
// picture.
#pragma once

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

// So many marks of a side are drawn; more are counted in words.
inline constexpr std::size_t k_marks_drawn = 300;

// Writes the section with the whole match; the page's script enlarges it by the data beside it.
void write_time_line(Markup& page, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
