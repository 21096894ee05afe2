// SPDX-License-Identifier: MIT
// Reads Doom demos (.lmp, version 109): the input of real people, 35 times a second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace tandem::tools
