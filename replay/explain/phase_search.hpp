// SPDX-License-Identifier: MIT
// Finds the phase of a tick in which two runs part that this program can make itself: with two
// inputs, with and without a restore, or twice the same. If nothing shows the phase, none is told.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/explain/ask_program.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Compares the step of `tick` from this state with each of two records. Returns nothing also
// if one of them fails, or if the game cannot be reset with the setup of the file.
std::optional<PhaseParting> part_by_inputs(const Replay& replay, const sim::AnySimulation& spare,
                                           sim::Tick tick, sim::ByteView state, sim::ByteView first,
                                           sim::ByteView second);

// Compares the step of `tick` in the straight run and in one whose state was saved and restored
// after so many ticks, from the file's first to `tick` (asserted).
std::optional<PhaseParting> part_by_restore(const Replay& replay, const sim::AnySimulation& spare,
                                            sim::Tick tick, std::uint64_t restored_at,
                                            const Progress& progress = nullptr);

// The first tick that two simulations in one process do not step alike.
struct UnlikeTick {
    sim::Tick tick;
    std::optional<PhaseParting> phase;
};
// Steps both up to so many ticks, from the last keyframe before that or the start, tick by tick
// with the recorded inputs. Returns nothing if they stay alike, or one fails.
std::optional<UnlikeTick> run_side_by_side(const Replay& replay, const sim::AnySimulation& spare,
                                           std::uint64_t end_ticks_done,
                                           const Progress& progress = nullptr);

}  // namespace tandem::replay
