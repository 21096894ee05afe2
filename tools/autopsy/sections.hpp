// SPDX-License-Identifier: MIT
// Writes the page's sections in words: the verdict, the fields, the evidence, the marks and the two
// recordings.
#pragma once

#include <cstddef>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

// Further rows of a table are counted, not shown.
inline constexpr std::size_t k_rows_max = 500;

// Writes the headline, and below it class, tick, time, player, phase and bit.
void write_verdict(Markup& page, const PageFacts& facts);
// Writes the states side by side, as pictures in the page itself; nothing if the game has none.
void write_pictures(Markup& page, const PageFacts& facts);
// Writes each field with both values, exactly as the verb prints them.
void write_fields(Markup& page, const PageFacts& facts);
// Writes the proof, the steps in their order and the notes.
void write_evidence(Markup& page, const PageFacts& facts);
// Writes the marks that the recordings made on the way; nothing if they made none.
void write_marks(Markup& page, const PageFacts& facts);
// Writes the facts that the two say about themselves.
void write_recordings(Markup& page, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
