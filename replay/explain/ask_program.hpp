// SPDX-License-Identifier: MIT
// Asks a build of the game whether it reproduces a recording, what state it makes of one tick, and
// in which phase of that tick two builds part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/explain/game_program.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>

namespace tandem::replay {

// The states that a build made in one tick.
struct TickSeen {
    sim::Bytes before;                   // the state before its step
    std::vector<sim::PhaseHash> phases;  // at the end of each phase that the game names
    sim::Bytes after;
};

struct AskedRun {
    std::uint64_t ticks_done = 0;  // where it ended: at the end, or where it parted or failed
    // The number of ticks after which the chain is first not the recorded one.
    std::optional<std::uint64_t> parted_at;
    bool is_failed = false;        // the game's step failed, after ticks_done ticks
    sim::Bytes first_state;        // before the first tick of the run
    std::optional<TickSeen> seen;  // the tick that was asked for, if the run came so far
    // The hashes of first_state and of the state after each tick, if they are kept.
    std::vector<sim::StateHash> hashes;

    // True if all of it came out as recorded.
    bool agrees() const { return !parted_at && !is_failed; }
};

struct AskPlan {
    std::uint64_t end_ticks_done = 0;  // from the file's first tick to its last (asserted)
    // The tick to look at, before the end (asserted).
    std::optional<sim::Tick> seen{};
    // The run begins with the keyframe after so many ticks, which the file must have; nothing: at
    // the file's start.
    std::optional<std::uint64_t> from_keyframe{};
    // The state after so many ticks is saved, the game is reset, and the state restored.
    std::optional<std::uint64_t> restored_at{};
    bool stops_where_it_parts = true;
    bool keeps_hashes = false;
};

// Runs the recording as `plan` says. It ends early, with what it has, if `progress` returns false.
// It fails if a record cannot be read or no answer comes.
sim::Result<AskedRun> ask_program(const Replay& replay, GameProgram& program, const AskPlan& plan,
                                  const Progress& progress = nullptr);

// The phase of a tick in which two runs part that began it with one state.
struct PhaseParting {
    std::string phase;  // the first at whose end the states differ; empty: none of those named
    sim::Bytes first;   // the first run's state there
    sim::Bytes second;  // the second run's state there
    // The phase in words, without a full stop: "in its phase move", "behind its last phase, move".
    std::string text;
};
// Returns nothing if no phase can be told: the game names none, the two name others, or the states
// before the step differ already.
std::optional<PhaseParting> part_in_phases(const TickSeen& first, const TickSeen& second);

}  // namespace tandem::replay
