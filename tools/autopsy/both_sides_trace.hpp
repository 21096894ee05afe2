// SPDX-License-Identifier: MIT
// Writes both sides of a match as a trace: a process for each recording, over the time of the
// match.
#pragma once

#include <cstdint>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/netview/trace_writer.hpp>

namespace tandem::tools::autopsy {

// So many ticks around the bad one are slices; marks, keyframes and the history are those of the
// whole match, and the values of inputs those of the exact span of `facts`.
inline constexpr std::uint64_t k_ticks_traced = 600;

// Writes all of it and finishes the trace. A tick lasts as long as the rate says: waits for a
// player are told beside, from the tick on before which they were.
void write_both_sides(netview::TraceWriter& writer, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
