// SPDX-License-Identifier: MIT
// check --chaos: plays sessions again under disturbances that must not change them, tick by tick
// beside the plain run, and makes what does change them small.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/check/check.hpp>
#include <tandem/tools/check/disturbance.hpp>

namespace tandem::tools::check {

struct ChaosPlan {
    RegisteredGame game;
    Setup setup;  // of the first session; each further one takes the next seed
    RecordMaker make_record;
    std::uint64_t ticks = 0;   // of the plain runs in all; with several `seeds` of each
    std::uint64_t seeds = 1;   // at least so many sessions
    bool goes_on = true;       // whether a game that is over early is followed by the next seed
    std::uint64_t rounds = 4;  // the first has each disturbance alone, all others mix them
    std::uint64_t chaos_seed = 1;
    std::vector<Disturbance> only;  // all at once in one run; empty: those of the rounds
    std::function<bool()> is_interrupted;
    std::function<void(std::uint64_t done)> progress;  // ticks of the work below; may be empty

    std::uint64_t work_ticks() const;
};

// The runs of one kind of disturbance, those that mix several included.
struct DisturbanceReport {
    DisturbanceKind kind = DisturbanceKind::again;
    std::uint64_t runs = 0;
    std::uint64_t ticks_compared = 0;
    std::string not_run;  // why not; empty: it ran
    bool has_differed = false;
};

struct ChaosFinding {
    std::vector<Disturbance> disturbances;  // the fewest that suffice; empty: none is needed
    std::uint64_t seed = 0;                 // of the session
    // The moment of the difference; of a failure the tick that failed.
    std::uint64_t ticks_done = 0;
    std::string failure;  // what only one of the two could not do; empty: states differ
    std::vector<sim::FieldDifference> fields;  // plain | disturbed
    replay::CauseClass cause_class = replay::CauseClass::unknown;
    std::string reason;  // within the class, in a word
    std::string cause;   // what is likely wrong, and what to do
    std::string proof;
};

struct ChaosReport {
    std::uint64_t ticks = 0;           // of the sessions
    std::uint64_t sessions = 0;        // with at least one tick
    std::uint64_t ticks_compared = 0;  // of all disturbed runs
    std::uint64_t runs = 0;
    bool is_interrupted = false;
    std::vector<DisturbanceReport> disturbances;
    std::optional<ChaosFinding> finding;
    std::optional<sim::Error> failure;  // of the game itself, or of the means to run it
    sim::FaultLog faults;
};

ChaosReport cause_chaos(const ChaosPlan& plan);

}  // namespace tandem::tools::check
