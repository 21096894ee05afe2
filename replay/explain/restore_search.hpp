// SPDX-License-Identifier: MIT
// Searches for a restore after which a session went on from a state that lacked something: a return
// to a match, a take-over, a load. The search restores at each tick that may have been it.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

struct RestoreSearch {
    // True if a restored state goes on otherwise at all, in the ticks that were tried.
    bool matters = false;
    std::uint64_t ticks_tried = 0;             // before the bad tick
    std::optional<std::uint64_t> restored_at;  // with a restore there the run is as recorded
};

// Searches before `tick`, the first tick whose state the straight run does not give. It fails if
// the simulation cannot play the file, or if the file cannot be read. If `progress` returns false,
// it ends early, with what it has.
sim::Result<RestoreSearch> find_restore(const Replay& replay, const sim::AnySimulation& spare,
                                        sim::Tick tick, const Progress& progress = nullptr);

}  // namespace tandem::replay
