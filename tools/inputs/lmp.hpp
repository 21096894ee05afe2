// SPDX-License-Identifier: MIT
// Reads Doom demos (.lmp, version 109): the input of real people, 35 times a second; and
// finds them in WAD files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The bytes of a tic in the file, in this order: forward, side, turn (high byte of the angle),
// buttons.
inline constexpr std::size_t k_tic_bytes = 4;

struct LmpDemo {
    std::uint32_t players = 0;
    std::uint64_t ticks = 0;  // whole tics of all players
    sim::Bytes tics;          // ticks x players x k_tic_bytes
    // The error after the last whole tic: the demo is cut, and this says where.
    std::optional<sim::Error> cut;

    sim::ByteView tic(std::uint64_t tick, std::uint32_t player) const;
};

// Reads a demo. `place` names the file in errors. A demo that is cut after at least one whole tic
// is still a demo.
sim::Result<LmpDemo> parse_lmp(sim::ByteView bytes, const std::string& place);

struct WadLump {
    std::string name;  // upper case, at most 8 characters
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

// Reads the directory and checks that every lump lies within the file. `place` names the file in
// errors.
sim::Result<std::vector<WadLump>> list_wad(sim::ByteView wad, const std::string& place);

// The bytes of the last lump with this name, which is the one Doom would take; case does not
// matter. The error lists the demos in the WAD.
sim::Result<sim::ByteView> find_lump(sim::ByteView wad, std::string_view name,
                                     const std::string& place);

}  // namespace tandem::tools
