// SPDX-License-Identifier: MIT
// Checks if a game is deterministic: plays it with its companions and finds the first difference.
// It is the verb check without its command line.
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

// Puts the record of a tick together. `asked` is the simulation that bots are asked in. Tick 0
// begins a new session. False once a source has ended.
using RecordMaker = std::function<sim::Result<bool>(sim::Tick tick, const sim::AnySimulation& asked,
                                                    sim::Bytes& record)>;

struct CheckPlan {
    RegisteredGame game;
    Setup setup;  // for the first session; each further one takes the next seed
    RecordMaker make_record;
    std::uint64_t ticks = 0;  // in all; with several `seeds`, in each session
    std::uint64_t seeds = 1;  // at least so many sessions
    // True if a game that is over early is followed by a session with the next seed.
    bool goes_on = true;
    std::uint64_t every = 61;  // ticks between two restored companions
    std::vector<DisturbanceKind> probes;
    std::vector<std::string> own_program;    // starts this program; empty: no way to start it
    std::vector<std::string> other_program;  // for the probe `build`
    std::function<bool()> is_interrupted;    // may be empty
    std::function<void(std::uint64_t done)> progress;  // ticks of the work below; may be empty
    CheckPlace* place = nullptr;                       // place of the check; may be null

    // Watches the game's calls in the process that plays it. Without it nobody watches them.
    std::optional<CallWatchHooks> watch{};

    // The ticks of the whole progress: those of the session itself and of each further process.
    std::uint64_t work_ticks() const;
    // After so many ticks and sessions: the most ticks of the next session, and if there is one.
    std::uint64_t ticks_of_session(std::uint64_t ticks_done) const;
    bool wants_more(std::uint64_t ticks_done, std::uint64_t sessions_done) const;
};

// The result of one probe.
struct ProbeReport {
    DisturbanceKind probe = DisturbanceKind::save;
    std::uint64_t ticks_compared = 0;
    std::optional<CompanionFinding> finding;  // its first difference
    std::string not_run;                      // the reason; empty: it ran
    std::string remark;  // a thing that it could not do, or the build that it met
};

struct Report {
    std::uint64_t ticks = 0;     // steps of the game, over all sessions
    std::uint64_t sessions = 0;  // with at least one tick
    bool is_interrupted = false;
    std::vector<ProbeReport> probes;
    std::optional<CompanionFinding> finding;  // finding of the probe that says most about the cause
    std::string cause;                        // the likely mistake, and its remedy
    replay::CauseClass cause_class = replay::CauseClass::none;
    std::string reason;  // the reason within the class, in a word: "static", "unwritten"
    std::string proof;   // the observation that makes it this class
    // The faults that the arithmetic of the game itself reported, each with the tick of the session
    // that met it first.
    sim::FaultLog faults;
    // The game's own failure, with or without companions, at "tick N" or "seed S, tick N".
    std::optional<sim::Error> failure;
    // The longest session, in ticks.
    std::uint64_t longest_session = 0;
    // The largest state of all, its session, and the ticks done before it.
    sim::Bytes largest_state;
    Setup largest_setup;
    std::uint64_t largest_ticks_done = 0;
};

Report check_game(const CheckPlan& plan);

}  // namespace tandem::tools::check
