// SPDX-License-Identifier: MIT
// A tick that does not come out as recorded, with all that a search needs to try it again.
#pragma once

#include <cstdint>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::replay {

struct BadTick {
    bool is_reset = false;         // the state before the first tick is the one that differs
    std::uint64_t ticks_done = 0;  // the ticks done behind the tick
    std::uint64_t start = 0;       // if is_reset: the first value of the chain
    sim::RunningHashes hashes_before;
    sim::Bytes before;              // the state before its step; empty if is_reset
    sim::Bytes record;              // its inputs
    std::uint64_t record_hash = 0;  // the hash of its inputs
    sim::Bytes honest;              // the state that the simulation here makes
    RecordedChain recorded;         // the chain that the file states behind it

    // The number of the tick.
    sim::Tick tick() const { return sim::Tick{is_reset ? ticks_done : ticks_done - 1}; }
    sim::RunningHashes hashes_with(sim::StateHash state) const;
    // True if a state behind it is the recorded one, as far as the file can tell of this tick: with
    // 16 bits of the chain, chance makes one state of 65,536 fit.
    bool gives_the_recorded(sim::StateHash state) const;
};

// Simulates up to the bad tick. `divergence` is the one that verify() found; `spare` is the game,
// never stepped. It fails if the simulation does not come there as recorded, or if the file's track
// is too narrow to name one tick.
sim::Result<BadTick> find_bad_tick(const Replay& replay, const sim::AnySimulation& spare,
                                   const Divergence& divergence);

// Returns the tick behind this place, whether it is bad or not. The place must lie before the
// end of the file (asserted).
sim::Result<BadTick> tick_behind(const Replay& replay, const sim::AnySimulation& spare,
                                 const RunPlace& place);

}  // namespace tandem::replay
