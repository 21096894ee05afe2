// SPDX-License-Identifier: MIT
// A copy of this process from before any game was played in it. Every run of a session begins in a
// further copy of that copy: in the same memory, at the same addresses, with the same statics. So
// runs differ only because of the things that were done to them, or by chance.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include <tandem/tools/check/disturbed_run.hpp>
#include <tandem/tools/check/session_history.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {

struct OriginHooks {
    std::function<bool()> is_interrupted{};                        // may be empty
    std::function<void(std::uint64_t ticks)> progress{};           // hears of ticks; may be empty
    std::chrono::nanoseconds patience = std::chrono::seconds(60);  // with one tick
    std::function<std::chrono::nanoseconds()> now = steady_now;    // the clock for patience
};

class Origin {
public:
    // Makes the copy. This process must have no other thread. Runs are compared with each other
    // only if it has not played the game; runs that begin in it as it is are compared with the
    // session. Error io if no process can be made. `game` must outlive it.
    static sim::Result<Origin> start(const RegisteredGame& game);
    ~Origin();
    Origin(Origin&&) noexcept;
    Origin& operator=(Origin&&) noexcept;

    // Tells the session that all further runs play. False if the process is gone.
    bool report_session(const SessionHistory& session);
    // Makes one run of that session. If its process died or hung, the run has that as its failure
    // and no states. Error io if no further run can be had, or after an interrupt.
    sim::Result<RunOutcome> play(const RunOrder& order, const OriginHooks& hooks = {});

private:
    struct Parts;
    explicit Origin(std::unique_ptr<Parts> parts);
    bool kill_run(int process) const;

    std::unique_ptr<Parts> parts_;
};

}  // namespace tandem::tools::check
