// SPDX-License-Identifier: MIT
// check --chaos: plays sessions again under disturbances that must not change them, and compares
// them tick by tick with the plain run. If a disturbance does change a session, this finds the
// fewest disturbances and ticks that suffice.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/check/check.hpp>
#include <tandem/tools/check/disturbance.hpp>

namespace tandem::tools::check {

// The sessions are those of a check. What its probes need does not matter.
struct ChaosPlan : CheckPlan {
    std::uint64_t rounds = 4;  // the first has each disturbance alone, all others mix them
    std::uint64_t chaos_seed = 1;
    std::vector<Disturbance> only{};  // all at once in one run; empty: those of the rounds

    std::uint64_t work_ticks() const;
};

// The runs of one kind of disturbance, also those that mix several kinds.
struct DisturbanceReport {
    DisturbanceKind kind = DisturbanceKind::again;
    std::uint64_t runs = 0;
    std::uint64_t ticks_compared = 0;
    std::string not_run;  // the reason; empty: it ran
    bool has_differed = false;
};

// The difference of a run: the fields are of the plain one | the disturbed one.
struct ChaosFinding : CompanionFinding {
    std::vector<Disturbance> disturbances;  // the fewest that suffice; empty: none is needed
    replay::CauseClass cause_class = replay::CauseClass::unknown;
    std::string reason;  // the reason within the class, in a word
    std::string cause;   // the likely mistake, and its remedy
    std::string proof;
};

struct ChaosReport {
    std::uint64_t ticks = 0;           // ticks of the sessions
    std::uint64_t sessions = 0;        // with at least one tick
    std::uint64_t ticks_compared = 0;  // ticks of all disturbed runs
    std::uint64_t runs = 0;
    bool is_interrupted = false;
    std::vector<DisturbanceReport> disturbances;
    std::optional<ChaosFinding> finding;
    std::optional<sim::Error> failure;  // error of the game itself, or of the means to run it
    sim::FaultLog faults;
};

ChaosReport cause_chaos(const ChaosPlan& plan);

}  // namespace tandem::tools::check
