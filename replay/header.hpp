// SPDX-License-Identifier: MIT
// What a replay file is made of, and what it says about itself before its first tick.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::replay {

// What a block holds. The numbers reach disk: never change them, add at the end. Readers skip what
// they do not know by its length.
enum class BlockType : std::uint8_t {
    header = 1,
    schema = 2,
    asset = 3,
    keyframe = 4,
    inputs = 5,
    marks = 6,
    evidence = 7,
    end = 8,
};

// "inputs", "keyframe", "unknown (type 77)".
std::string block_name(BlockType type);

// How the content of a block is stored. The numbers reach disk: never change them, add at the end.
enum class Codec : std::uint8_t {
    plain = 0,
    zstd = 1,  // one standard zstd frame that states its content's size
};

// Where a recording was continued from another one.
struct Parent {
    sim::ChainHash chain;         // the parent's chain after fork_tick ticks
    std::uint64_t fork_tick = 0;  // ticks taken over from the parent

    friend bool operator==(const Parent&, const Parent&) = default;
};

// What a file says about itself before its first tick. Build, parent and recording options are for
// people; all else decides the session.
struct Header {
    std::uint32_t format_version = 0;  // of the file
    std::string game;                  // its name
    std::uint32_t game_version = 1;    // raised when its steps decide otherwise
    sim::Schema state_schema;          // what a state is made of
    sim::Schema input_schema;          // what an input is made of
    sim::Schema options_schema;        // what the options in the setup are made of
    Setup setup;                       // assets come with their content where the file embeds it
    std::string build;                 // who made the file: version, compiler, architecture
    std::optional<Parent> parent;      // where this continues another recording
    std::uint32_t block_ticks = 0;     // recording option: ticks in a full block of inputs
    std::uint64_t keyframe_ticks = 0;  // recording option: least ticks between keyframes
    std::uint64_t first_tick = 0;      // ticks that were simulated before the file begins
};

// Name, version and schemas of a game; the rest is still to be filled in.
Header header_of(const sim::GameInfo& game);

// `start` of the chain, from what the file says.
std::uint64_t start_of(const Header& header);

// Whether this simulation is the one that made the file. The error (no_simulation) names both
// sides.
sim::Result<void> check_simulation(const Header& header, const sim::GameInfo& game);

// "an input source ended", "the tick limit was reached", ...: for people.
std::string end_reason_text(sim::EndReason reason);

}  // namespace tandem::replay
