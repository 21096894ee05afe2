// SPDX-License-Identifier: MIT
// A companion repeats a session's history under its probe's condition and tells the first
// difference.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

class Companion {
public:
    explicit Companion(Probe probe) : probe_(probe) {}
    virtual ~Companion() = default;
    Companion(const Companion&) = delete;
    Companion& operator=(const Companion&) = delete;

    Probe probe() const { return probe_; }
    // The number of ticks of the history that it has compared.
    std::uint64_t ticks_compared() const { return ticks_compared_; }

    // Is called after the game's reset and after each of its ticks, and catches up as far as its
    // own pace wants. `main` stands at the end of the history.
    virtual std::optional<Finding> follow(const SessionHistory& history,
                                          const sim::AnySimulation& main) = 0;
    // Is called when the session is over, and does the work that was put off.
    virtual std::optional<Finding> finish(const SessionHistory& history,
                                          const sim::AnySimulation& main) {
        static_cast<void>(history);
        static_cast<void>(main);
        return std::nullopt;
    }
    // The simulation that is asked for the inputs of bots, if this is the probe for that.
    virtual const sim::AnySimulation* asked() const { return nullptr; }

protected:
    void count_tick() { ++ticks_compared_; }

private:
    Probe probe_;
    std::uint64_t ticks_compared_ = 0;
};

// Makes the companion of a probe within this process (not thread, process, memory, build) for a new
// session. Companions that save and restore do so every `every` ticks.
std::unique_ptr<Companion> make_companion(Probe probe, const RegisteredGame& game,
                                          std::uint64_t every);

}  // namespace tandem::tools::check
