// SPDX-License-Identifier: MIT
// From which probes differ to what is wrong with the game. One mistake is seen by many probes: what
// one of them alone suggests is often not the cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

// A probe that differs, and when it first did.
struct ProbeDifference {
    Probe probe = Probe::serialize;
    std::uint64_t seed = 0;
    std::uint64_t ticks_done = 0;
};

// What processes that play the game by itself, without check around it, say of each other.
enum class Alone {
    unknown,            // they were not asked, or did not answer
    same,               // they agree: nothing of the machine takes part
    differs,            // another one, a second later, differs
    differs_in_memory,  // only one in memory filled with a pattern does
};

// What it is, where each of them played the same ticks: `plain` in memory as it comes, `filled` in
// memory filled with a pattern. Only what differs in all of the latter and in none of the former is
// of the memory. Neither is empty (asserted).
using Hashes = std::vector<sim::StateHash>;
Alone alone_of(const std::vector<Hashes>& plain, const std::vector<Hashes>& filled);

struct Diagnosis {
    Probe probe = Probe::serialize;  // the one that is named
    const char* cause = "";          // what is likely wrong, and what to do
};

// `all` is not empty (asserted).
Diagnosis diagnose(const std::vector<ProbeDifference>& all, Alone alone);

// Whether knowing what the game does by itself may change the diagnosis.
bool needs_alone(const std::vector<ProbeDifference>& all);

// Whether a probe always sees the same in the same ticks, where the game is to blame for what its
// probe suggests.
bool always_repeats(Probe probe);
// The diagnosis where it did not.
Diagnosis not_repeated(Probe probe);

// The diagnosis in a sentence, where the state may be the same and only an answer differs.
std::string cause_text(const Diagnosis& diagnosis, const Finding& finding);

}  // namespace tandem::tools::check
