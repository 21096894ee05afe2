// SPDX-License-Identifier: MIT
// The facts that are known about a game after its C++ type has been erased.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// The most canonical bytes of an input. An input is sent in every tick and repeated until it is
// acknowledged, so it must be small compared with a datagram of 1,200 bytes.
inline constexpr std::uint64_t k_input_bytes_max = 1024;
// The most bytes that a state may take, unless the game sets `static constexpr std::uint64_t
// state_bytes_max`.
inline constexpr std::uint64_t k_state_bytes_max_default = std::uint64_t{256} << 20;

struct GameInfo {
    std::string name;               // Game::name
    std::uint32_t version = 1;      // Game::version, or 1
    TickRate tick_rate;             // the game's own; a setup may choose another
    std::uint32_t players_max = 1;  // the most slots
    Schema state_schema;            // the fields of a state
    Schema input_schema;            // the fields of an input
    Schema options_schema;          // the fields of the options; empty if the game has no Options
    Bytes idle_input;               // canonical bytes of a default-constructed Input
    Bytes default_options;          // canonical bytes of default-constructed Options
    std::uint64_t state_bytes_max = k_state_bytes_max_default;  // the most bytes of a state
    std::string keys_help;      // which key does what, in lines; empty if the game has none
    Bytes keys_options;         // canonical bytes of Game::keys_options(), or the defaults
    bool has_draw = false;      // the game has draw
    bool has_bot = false;       // the game has bot_input
    bool has_keys = false;      // the game has input_from_keys
    bool has_finished = false;  // the game has finished
    bool has_phases = false;    // the game's step names its phases
};

}  // namespace tandem::sim
