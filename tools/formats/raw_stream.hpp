// SPDX-License-Identifier: MIT
// Raw streams of inputs, as other programs record them: ticks in order, players in order within a
// tick, a fixed number of bytes each. As a recording they are of the game `raw`, which has an empty
// state and which nobody can play.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/edit/retrace.hpp>
#include <tandem/replay/output.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The name of the game.
inline constexpr std::string_view k_raw_game = "raw";

// What a stream is like.
struct RawStream {
    std::uint32_t players = 1;
    TickRate rate{60};
    sim::SchemaNode input;  // of the fields of one input; its size is fixed
};

// An input of so many bytes (1 to 1,024, asserted), as one array `bytes`.
sim::SchemaNode raw_input(std::uint32_t bytes);
// An input of these fields, little-endian: "x:i8,y:i8,buttons:u16". The error is usage.
sim::Result<sim::SchemaNode> raw_input_of_fields(const std::string& text);

// What `import` wrote.
struct RawReport {
    std::uint64_t ticks = 0;
    std::uint64_t bytes = 0;  // of the recording
    sim::ChainHash chain;
    bool is_interrupted = false;  // `each_tick` stopped it; the output is unfinished
};

// Writes the first `ticks` ticks of the stream, which must have them (asserted), as a recording and
// flushes the output once at the end. `is_all`: they are the whole stream, so its end is that of
// the source; else the tick limit.
sim::Result<RawReport> import_raw(sim::ByteView stream, const RawStream& raw, std::uint64_t ticks,
                                  bool is_all, const std::string& build, replay::Output& output,
                                  const replay::Progress& each_tick = nullptr);

}  // namespace tandem::tools
