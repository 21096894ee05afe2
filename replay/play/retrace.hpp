// SPDX-License-Identifier: MIT
// Goes through a recording with its simulation, and believes it only as long as every tick gives
// the recorded chain. It serves callers that want states of a recording, and not the place where it
// is wrong.
#pragma once

#include <cstdint>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

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
