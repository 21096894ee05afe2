// SPDX-License-Identifier: MIT
// Finds what decides besides state, inputs and setup, by runs that begin in the same memory. A
// change is put down to a disturbance only if it comes with it, and repeats as long as it stays.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/check/origin.hpp>

namespace tandem::tools::check {

enum class Decider : std::uint8_t {
    unknown,  // no run could be had
    nothing,  // none of those that were tried
    // The following come from runs of one process, which begin in the same memory.
    chance,     // equal runs differ: random_device, a fine clock, a process's number
    clock,      // equal runs at once agree, and one over a second later does not
    unwritten,  // memory that nobody wrote
    address,    // where blocks of memory lie
    neighbour,  // another game of the same process
    // The following come from processes that play the game alone, without check around it.
    same,               // they agree: nothing of the machine has an effect
    differs,            // a process that starts a second later differs
    differs_in_memory,  // only a process in memory filled with a pattern differs
};

struct Evidence {
    Decider decider = Decider::unknown;
    std::string proof{};  // in one sentence
    // The two variants of a disturbance that showed it, if it was shown so.
    std::vector<Disturbance> shown_by{};
};

// Runs of one kind, all alike. Two kinds are compared by runs that take turns, so that a change
// that comes with time comes for both.
struct RunGroup {
    std::vector<RunOutcome> runs{};

    bool agrees() const;  // all are equal; it is not empty (asserted)
};
bool are_equal(const RunOutcome& a, const RunOutcome& b);

// The amount of questions.
struct EvidencePlan {
    std::uint64_t times = 1;                                     // plays of the session in a run
    int rounds = 6;                                              // runs of each kind, at least 2
    bool asks_for_machine = true;                                // clock, memory and addresses too
    std::chrono::nanoseconds enough = std::chrono::seconds(10);  // then 2 runs of a kind suffice
};

Evidence gather_evidence(Origin& origin, const EvidencePlan& plan, const OriginHooks& hooks = {});

}  // namespace tandem::tools::check
