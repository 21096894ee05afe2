// SPDX-License-Identifier: MIT
// Is a game deterministic? Plays it with its companions and finds the first difference; the verb
// check without a command line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/check/session_history.hpp>
#include <tandem/tools/system/call_watch.hpp>

namespace tandem::tools::check {

struct CheckPlace;

// Puts the record of a tick together; `asked` is the simulation that bots are asked in. Tick 0
// begins a new session. False once a source has ended.
using RecordMaker = std::function<sim::Result<bool>(sim::Tick tick, const sim::AnySimulation& asked,
                                                    sim::Bytes& record)>;

struct Plan {
    RegisteredGame game;
    Setup setup;  // of the first session; each further one takes the next seed
    RecordMaker make_record;
    std::uint64_t ticks = 0;  // in all; with several `seeds` in each session
    std::uint64_t seeds = 1;  // at least so many sessions
    // Whether a game that is over early is followed by a session with the next seed.
    bool goes_on = true;
    std::uint64_t every = 61;  // ticks between two restored companions
    std::vector<Probe> probes;
    std::vector<std::string> own_program;    // starts this program; empty: there is no way
    std::vector<std::string> other_program;  // of the probe `build`
    std::function<bool()> is_interrupted;    // may be empty
    std::function<void(std::uint64_t done)> progress;  // ticks of the work below; may be empty
    CheckPlace* place = nullptr;                       // is told where the check is; may be null

    // Of the game's calls in the process that plays it; without it nobody watches them.
    std::optional<CallWatchHooks> watch{};

    // Of all progress: the session itself and each further process.
    std::uint64_t work_ticks() const;
};

// What one probe did.
struct ProbeReport {
    Probe probe = Probe::serialize;
    std::uint64_t ticks_compared = 0;
    std::optional<Finding> finding;  // its first difference
    std::string not_run;             // why not; empty: it ran
    std::string remark;              // what it could not do although it ran, or which build it met
};

struct Report {
    std::uint64_t ticks = 0;     // that the game was stepped, over all sessions
    std::uint64_t sessions = 0;  // with at least one tick
    bool is_interrupted = false;
    std::vector<ProbeReport> probes;
    std::optional<Finding> finding;  // of the probe that says most about the cause
    std::string cause;               // what is likely wrong, and what to do
    replay::CauseClass cause_class = replay::CauseClass::none;
    std::string reason;  // within the class, in a word: "static", "unwritten"
    std::string proof;   // what was seen that makes it this class
    // What the arithmetic of the game itself reported, with the tick of the session that met it
    // first.
    sim::FaultLog faults;
    // What the game cannot do with or without companions, at "tick N" or "seed S, tick N".
    std::optional<sim::Error> failure;
    // The longest session, in ticks.
    std::uint64_t longest_session = 0;
    // The largest state of all, its session, and after how many ticks it came.
    sim::Bytes largest_state;
    Setup largest_setup;
    std::uint64_t largest_ticks_done = 0;
};

Report check_game(const Plan& plan);

}  // namespace tandem::tools::check
