// SPDX-License-Identifier: MIT
// The page's sections in words: the verdict, the fields, the evidence, the marks and the two
// recordings.
#pragma once

#include <cstddef>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

// More rows of a table are counted, not shown.
inline constexpr std::size_t k_rows_max = 500;

// The headline, and below it class, tick, time, player, phase and bit.
void write_verdict(Markup& page, const PageFacts& facts);
// The states side by side, as pictures in the page itself; nothing where the game has none.
void write_pictures(Markup& page, const PageFacts& facts);
// Each field with both values, exactly as the verb prints them.
void write_fields(Markup& page, const PageFacts& facts);
// The proof, the steps in their order and the notes.
void write_evidence(Markup& page, const PageFacts& facts);
// What the recordings noted on the way; nothing where they noted nothing.
void write_marks(Markup& page, const PageFacts& facts);
// What the two say about themselves.
void write_recordings(Markup& page, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
