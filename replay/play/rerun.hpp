// SPDX-License-Identifier: MIT
// Simulates a part of a recording again, with its planted faults, to get states of which the file
// has only hashes.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

struct Rerun {
    // True if every tick, and the next whole chain at or after `last`, came out as recorded. Only
    // then, and if `is_vouched_for`, may the rest be used as evidence.
    bool matches = false;
    // True if the file states enough to tell: the whole chain at `last` or later, or at least
    // k_trusted_track_bits at each tick.
    bool is_vouched_for = false;
    std::vector<sim::ChainHash> chains;  // after first + 1, first + 2, ... ticks
    std::vector<sim::StateHash> states;  // after the same numbers of ticks
    sim::Bytes state;                    // after `last` ticks
    std::vector<sim::Bytes> kept;        // after first + 1, ... ticks, as many as are asked for
};

// Simulates from the last keyframe at or before `first` ticks, or from the start, to the next place
// at or after `last` for which the file states the whole chain, or to its end. It plants the faults
// that the file's marks name. Asserts first < last <= end_tick(). `kept` holds the first states,
// within so many bytes together. An error means that the file cannot be simulated here at all.
sim::Result<Rerun> rerun(const Replay& replay, sim::AnySimulation simulation, std::uint64_t first,
                         std::uint64_t last, std::uint64_t kept_bytes_max = 0);

// Finds out whether a simulation with this chain after `ticks_done` ticks, from first_tick() to
// end_tick() (asserted), has played the recorded history. If the track is too narrow to tell, a
// simulation goes on to the next whole chain, with the faults that the file's marks name. Returns
// false if the file states too little to tell. The error is divergence, or says why the file cannot
// be read or simulated.
sim::Result<bool> confirm_chain(const Replay& replay, sim::AnySimulation spare,
                                std::uint64_t ticks_done, sim::ChainHash chain);

// Goes through a recording with its simulation, and believes it only as long as every tick gives
// the recorded chain. It serves callers that want states of a recording, and not the place where it
// is wrong.
//
// Starts at the last usable keyframe after at most `ticks_done` ticks, or at the file's start, and
// steps to `ticks_done`, a number from first_tick() to end_tick() (asserted). It plants the faults
// that the file's marks name. `each_tick` is called after every tick, with the number of ticks
// done; if it stops the run, the run stands at an earlier tick. The error is divergence if the
// simulation does not give what was recorded; it names the tick.
sim::Result<Run> retrace(const Replay& replay, sim::AnySimulation simulation,
                         std::uint64_t ticks_done, const Progress& each_tick = nullptr);

// Starts at the last usable keyframe after fewer than `before` ticks, or at the file's start.
sim::Result<Run> retrace_from_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                       std::uint64_t before);

// Goes from anywhere to that keyframe, and keeps the inputs that are decoded. The error is that of
// retrace; then only another call of this function may follow.
sim::Result<void> retrace_to_keyframe(Run& run, std::uint64_t before);

// Steps one tick. There must be one (asserted). The error is that of retrace.
sim::Result<void> retrace_step(Run& run);

// Returns true if the file confirms what was simulated up to here, as in confirm_chain: with a
// narrow track the ticks behind decide. Returns false if the file states too little to tell.
sim::Result<bool> confirm(const Run& run);

}  // namespace tandem::replay
