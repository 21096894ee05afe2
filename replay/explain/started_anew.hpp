// SPDX-License-Identifier: MIT
// Finds out whether this very program does the same in processes that share neither addresses nor
// leftovers with the one that asks. Runs within one process share both.
#pragma once

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/suspect.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Runs the recording up to the bad tick, from the keyframe before it, here and in programs that
// `facts.start_anew` (which must be there) starts. If two of them come to different states, the
// cause is `local`, with the fields in which they differ after the bad tick and, if that can be
// told, the phase. It adds a step in any case; if no answer comes, the step says why.
void ask_programs_anew(const Replay& suspect, const sim::AnySimulation& spare,
                       const SuspectFacts& facts, Explanation& explanation,
                       const Progress& progress = nullptr);

}  // namespace tandem::replay
