// SPDX-License-Identifier: MIT
// One tick that does not come out as recorded, with all that a search needs to try it again.
#pragma once

#include <cstdint>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/run.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::replay {

struct BadTick {
    bool is_reset = false;         // the state before the first tick is what differs
    std::uint64_t ticks_done = 0;  // behind it
    std::uint64_t start = 0;       // where is_reset: the first value of the chain
    sim::RunningHashes hashes_before;
    sim::Bytes before;              // the state before its step; empty where is_reset
    sim::Bytes record;              // its inputs
    std::uint64_t record_hash = 0;  // of them
    sim::Bytes honest;              // the state that the simulation here makes
    RecordedChain recorded;         // what the file says of it

    // Its number.
    sim::Tick tick() const { return sim::Tick{is_reset ? ticks_done : ticks_done - 1}; }
    sim::RunningHashes hashes_with(sim::StateHash state) const;
    // Whether a state behind it is the recorded one, as far as the file can tell of this tick: with
    // 16 bits of the chain one of 65,536 is so by chance.
    bool gives_the_recorded(sim::StateHash state) const;
};

// Simulates up to the bad tick. `divergence` is what verify() found; `spare` is the game, never
// stepped. It fails if the simulation does not come there as recorded, or if the file's track is
// too narrow to name one tick.
sim::Result<BadTick> find_bad_tick(const Replay& replay, const sim::AnySimulation& spare,
                                   const Divergence& divergence);

// The tick behind this place, whether it is bad or not. The place must lie before the end of the
// file (asserted).
sim::Result<BadTick> tick_behind(const Replay& replay, const sim::AnySimulation& spare,
                                 const RunPlace& place);

}  // namespace tandem::replay
