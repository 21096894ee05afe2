// SPDX-License-Identifier: MIT
// Reads raw streams of inputs, as other programs record them: ticks in order, players in order
// within a tick, a fixed number of bytes each. A recording of one is of the game `raw`, which has
// an empty state and which nobody can play.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The name of the game.
inline constexpr std::string_view k_raw_game = "raw";

// The layout of a stream.
struct RawStream {
    std::uint32_t players = 1;
    TickRate rate{60};
    sim::SchemaNode input;  // the fields of an input; its size is fixed
};

// Returns an input of so many bytes (1 to 1,024, asserted), as one array `bytes`.
sim::SchemaNode raw_input(std::uint32_t bytes);
// Returns an input of these fields, little-endian: "x:i8,y:i8,buttons:u16". The error is usage.
sim::Result<sim::SchemaNode> raw_input_of_fields(const std::string& text);

// The report of an `import`.
struct RawReport {
    std::uint64_t ticks = 0;
    std::uint64_t bytes = 0;  // the recording's size
    sim::ChainHash chain;
    bool is_interrupted = false;  // `each_tick` stopped it; the output is unfinished
};

// Writes the first `ticks` ticks of the stream, which must have them (asserted), as a recording and
// flushes the output once at the end. If `is_all`, they are the whole stream, and the recording
// ends with its source; otherwise it ends with the tick limit.
sim::Result<RawReport> import_raw(sim::ByteView stream, const RawStream& raw, std::uint64_t ticks,
                                  bool is_all, const std::string& build, replay::Output& output,
                                  const replay::Progress& each_tick = nullptr);

}  // namespace tandem::tools
