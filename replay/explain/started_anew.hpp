// SPDX-License-Identifier: MIT
// Finds out whether this very program does the same in processes that share neither addresses nor
// leftovers with the one that asks, and whether another setup gives the recorded first state.
#pragma once

#include <optional>
#include <string>

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

// Searches for another setup than the file's that gives the state with which its session began. If
// there is one, the file lacks a part of the setup, or has it wrong. A reset is cheap beside a
// session, so thousands can be tried.
//
// A setup whose reset gives the state that the file holds.
struct OtherSetup {
    Setup setup;
    std::string text;  // the difference: "seed 8 in place of 7"
};

// Tries other seeds and other values of each option. Returns nothing if none gives that state, if
// the file does not hold it or does not begin at tick 0, or if `progress` returned false.
std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress = nullptr);

}  // namespace tandem::replay
