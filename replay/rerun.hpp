// SPDX-License-Identifier: MIT
// Simulating a stretch of a recording again, planted faults included, to learn what the file only
// states by hashes.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

struct Rerun {
    // Whether every tick on the way, and the whole chain at the end of the last block, came out as
    // recorded. Only then the rest may be used as evidence.
    bool matches = false;
    std::vector<sim::ChainHash> chains;  // after first + 1, first + 2, ... ticks
    std::vector<sim::StateHash> states;  // likewise
    sim::Bytes state;                    // after `last` ticks
};

// Simulates from the last keyframe at or before `first` ticks, or from the start, to the end of the
// block in which `last` lies, with the faults that the file's marks say were planted. Asserts first
// < last <= end_tick(). An error means that it cannot be simulated here at all.
sim::Result<Rerun> rerun(const Replay& replay, sim::AnySimulation simulation, std::uint64_t first,
                         std::uint64_t last);

}  // namespace tandem::replay
