// SPDX-License-Identifier: MIT
// What is known about a game type once its C++ type has been erased.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// An input is sent every tick and repeated until acknowledged, so it must stay small beside a
// 1,200-byte datagram.
inline constexpr std::uint64_t k_input_bytes_max = 1024;
// Unless the game says otherwise with `static constexpr std::uint64_t state_bytes_max`.
inline constexpr std::uint64_t k_state_bytes_max_default = std::uint64_t{256} << 20;

struct GameInfo {
    std::string name;               // as in the game
    std::uint32_t version = 1;      // likewise
    TickRate tick_rate;             // unless the setup says otherwise
    std::uint32_t players_max = 1;  // slots at most
    Schema state_schema;            // what a state is made of
    Schema input_schema;            // what an input is made of
    Schema options_schema;          // an empty structure where the game has no Options
    Bytes idle_input;               // canonical bytes of a default-constructed Input
    Bytes default_options;          // canonical bytes of default-constructed Options
    std::uint64_t state_bytes_max = k_state_bytes_max_default;  // what a state may take
    std::string keys_help;      // lines that say which key does what; empty where the game has none
    bool has_draw = false;      // the game has draw
    bool has_bot = false;       // bot_input
    bool has_keys = false;      // input_from_keys
    bool has_finished = false;  // finished
    bool has_phases = false;    // a step that names its phases
};

}  // namespace tandem::sim
