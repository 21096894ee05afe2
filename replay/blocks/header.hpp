// SPDX-License-Identifier: MIT
// The kinds of blocks of a replay file, and what its header says before the first tick.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::replay {

// The content of a block. The numbers are stored in files: never change them, add new ones at the
// end. Readers skip types that they do not know.
enum class BlockType : std::uint8_t {
    header = 1,
    schema = 2,
    asset = 3,
    keyframe = 4,
    inputs = 5,
    marks = 6,
    evidence = 7,
    end = 8,
    header_copy = 9,  // the header's content once more, for a file whose header is damaged
};

// Returns for example "inputs", "keyframe" or "unknown (type 77)".
std::string block_name(BlockType type);

// The way in which the content of a block is stored. The numbers are stored in files: never change
// them, add new ones at the end.
enum class Codec : std::uint8_t {
    plain = 0,
    zstd = 1,  // a standard zstd frame that states the size of its content
};

// The recording that this file continues, and the place where it does.
struct Parent {
    sim::ChainHash chain;         // the parent's chain after fork_tick ticks
    std::uint64_t fork_tick = 0;  // ticks taken over from the parent

    friend bool operator==(const Parent&, const Parent&) = default;
};

// The build of the game that simulated a session. Two builds are equal only if they are the same
// code, whatever their compilers say.
struct GameBuild {
    sim::Digest program;  // the digest of the program's file
    // The digest of the libraries that it was linked with; all zeros: unknown.
    sim::Digest libraries;
    std::string compiler;  // the compiler of the game's own code: "g++ 12.2.0, x86_64, optimised"

    friend bool operator==(const GameBuild&, const GameBuild&) = default;
};
// Returns for example "program 0011223344556677, libraries 8899aabbccddeeff, g++ 12.2.0, x86_64,
// optimised". It shows the first half of each digest, which tells any two apart.
std::string game_build_text(const GameBuild& build);

// The facts that a file states about itself before its first tick. Comparing files passes over the
// builds, parent and recording options; everything else decides the session.
struct Header {
    std::uint32_t format_version = 0;  // the version of the file's format
    std::string game;                  // its name
    std::uint32_t game_version = 1;    // raised when the outcome of its steps changes
    sim::Schema state_schema;          // the fields of a state
    sim::Schema input_schema;          // the fields of an input
    sim::Schema options_schema;        // the fields of the options in the setup
    Setup setup;                       // assets have their content if the file embeds it
    std::string build;  // the build that made the file: version, compiler, architecture
    std::optional<GameBuild> game_build;  // the program that simulated it, if the file says it
    std::optional<Parent> parent;         // the recording that this file continues
    // The recording options. Those after the first two are of format 2.
    std::uint32_t block_ticks = 0;     // ticks in a full block of inputs
    std::uint64_t keyframe_ticks = 0;  // the fewest ticks between keyframes
    std::uint32_t epoch_ticks = 0;     // ticks in a full epoch
    std::uint32_t track_bits = 16;     // low bits of the chain after every tick: 0, 8, 16 or 64
    std::uint64_t keyframe_bytes_per_second = 0;  // the most bytes of keyframes for a second
    std::uint64_t first_tick = 0;                 // the number of the file's first tick
};

// Returns a header with name, version and schemas of a game. The caller fills in the rest.
Header header_of(const sim::GameInfo& game);

// Computes the `start` of the chain from the header.
std::uint64_t start_of(const Header& header);

// Checks that this simulation is of the game that made the file. The error (no_simulation) names
// both.
sim::Result<void> check_simulation(const Header& header, const sim::GameInfo& game);

// Returns the reason as text for people: "an input source ended", "the tick limit was reached", ...
std::string end_reason_text(sim::EndReason reason);

}  // namespace tandem::replay
