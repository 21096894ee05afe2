// SPDX-License-Identifier: MIT
// From which probes differ to what is wrong with the game. One sin is seen by many probes: what one
// of them alone suggests is often not the cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/check/history.hpp>

namespace tandem::tools::check {

// A probe that differs, and when it first did.
struct Testimony {
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

struct Judgement {
    Probe probe = Probe::serialize;  // the witness that is named
    const char* cause = "";          // what is likely wrong, and what to do
};

// `all` is not empty (asserted).
Judgement judge(const std::vector<Testimony>& all, Alone alone);

// Whether knowing what the game does by itself may change the judgement.
bool needs_alone(const std::vector<Testimony>& all);

// Whether a probe always sees the same in the same ticks, where the game is to blame for what its
// probe suggests.
bool sees_it_again(Probe probe);
// The judgement where it did not.
Judgement chance(Probe probe);

// The judgement in a sentence, where the state may be the same and only an answer differs.
std::string cause_text(const Judgement& judgement, const Finding& finding);

}  // namespace tandem::tools::check
