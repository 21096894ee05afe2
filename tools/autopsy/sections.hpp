// SPDX-License-Identifier: MIT
// Writes the page's sections: the verdict, the time line, the packets, the fields, the evidence,
// the marks and the two recordings; and its data for the script.
#pragma once

#include <cstddef>
#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/system/output.hpp>
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

// The columns of the picture; all arrows of a column are drawn as one.
inline constexpr std::uint64_t k_packet_columns = 600;
// So many messages are named; more are counted.
inline constexpr std::size_t k_messages_named = 60;

// Writes the packets of the last seconds as arrows over real time, up for sent ones, down for
// arrived ones; nothing if there is no bundle.
void write_packets(Markup& page, const PageFacts& facts);

// So many marks of a side are drawn; more are counted in words.
inline constexpr std::size_t k_marks_drawn = 300;

// Writes the time line of the whole match: rows below each other over one axis of ticks, each a
// label and a picture. The page's script enlarges it by the data beside it.
void write_time_line(Markup& page, const PageFacts& facts);

// Returns the data that the script enlarges: the buckets of the whole match and each value of the
// exact span.
JsonObject page_data(const PageFacts& facts);

// Returns an object as the content of a script element: nothing in it can end the element.
std::string script_data(const JsonObject& object);

}  // namespace tandem::tools::autopsy
