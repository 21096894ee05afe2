// SPDX-License-Identifier: MIT
// Finds the mistake in a game from the probes that differ. One mistake makes many probes differ, so
// the suggestion of a single probe is often not the cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/check/evidence.hpp>
#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

// A probe that differs, and the moment when it first did.
struct ProbeDifference {
    DisturbanceKind probe = DisturbanceKind::save;
    std::uint64_t seed = 0;
    std::uint64_t ticks_done = 0;
};

// Compares processes that play the game alone, after the same ticks: `plain` in ordinary memory,
// `filled` in memory filled with a pattern. The memory is the cause only if all of `filled` differ
// and none of `plain`. Neither is empty (asserted).
using Hashes = std::vector<sim::StateHash>;
Decider decider_of(const std::vector<Hashes>& plain, const std::vector<Hashes>& filled);

struct Diagnosis {
    DisturbanceKind probe = DisturbanceKind::save;  // the probe that is named
    const char* cause = "";                         // the likely mistake, and its remedy
    replay::CauseClass cause_class = replay::CauseClass::local;
    const char* reason = "";  // the reason within the class, in a word
};

// Finds the cause. `all` is not empty (asserted). `agreeing` are the probes that compared ticks and
// found nothing: a cause that they exclude is not told.
Diagnosis diagnose(const std::vector<ProbeDifference>& all, Decider decider,
                   const std::vector<DisturbanceKind>& agreeing = {});

// True if the diagnosis may change once it is known what the game does by itself.
bool needs_alone(const std::vector<ProbeDifference>& all);

// True if runs within one process may change the diagnosis. A serialize that changes something, and
// two builds, are told without them.
bool needs_evidence(const std::vector<ProbeDifference>& all);
// True if these runs should ask for clock, memory and addresses too.
bool may_be_machine(const std::vector<ProbeDifference>& all);

// True if this probe always differs again in the same ticks, if its own cause is the right one.
bool always_repeats(DisturbanceKind probe);
// The diagnosis if it did not differ again.
Diagnosis not_repeated(DisturbanceKind probe);

// The diagnosis in a sentence. It says so if the states are equal and only an answer differs.
std::string cause_text(const Diagnosis& diagnosis, const CompanionFinding& finding);

}  // namespace tandem::tools::check
