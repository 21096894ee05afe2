// SPDX-License-Identifier: MIT
// Looks into a run that a disturbance has changed: finds the fewest disturbances and ticks that
// suffice, and what that says about the game.
#pragma once

#include <vector>

#include <tandem/tools/check/chaos.hpp>
#include <tandem/tools/check/evidence.hpp>

namespace tandem::tools::check {

// The first moment at which these runs differ. If one is the beginning of the other, it is the end
// of that one.
std::uint64_t moment_of_difference(const RunOutcome& a, const RunOutcome& b);

struct ChangedRun {
    std::vector<Disturbance> disturbances;
    RunOutcome outcome;  // differs from that of the plain run (asserted)
};

// Finds the cause. The origin was told this session. Error io if it is gone.
sim::Result<ChaosFinding> hold_inquest(Origin& origin, const SessionHistory& session,
                                       const RunOutcome& plain, const ChangedRun& changed,
                                       const OriginHooks& hooks = {});

}  // namespace tandem::tools::check
