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
    // How many ticks of the history it has compared.
    std::uint64_t ticks_compared() const { return ticks_compared_; }

    // Called after the game's reset and after each of its ticks: catches up as far as its own pace
    // has it. `main` stands at the end of the history.
    virtual std::optional<Finding> follow(const SessionHistory& history,
                                          const sim::AnySimulation& main) = 0;
    // The session is over: what was put off.
    virtual std::optional<Finding> finish(const SessionHistory& history,
                                          const sim::AnySimulation& main) {
        static_cast<void>(history);
        static_cast<void>(main);
        return std::nullopt;
    }
    // The simulation that is asked for the inputs of bots, where this probe is for that.
    virtual const sim::AnySimulation* asked() const { return nullptr; }

protected:
    void count_tick() { ++ticks_compared_; }

private:
    Probe probe_;
    std::uint64_t ticks_compared_ = 0;
};

// The companion of a probe within this process (not thread, process, memory, build) for a new
// session; those that save and restore do so every `every` ticks.
std::unique_ptr<Companion> make_companion(Probe probe, const RegisteredGame& game,
                                          std::uint64_t every);

}  // namespace tandem::tools::check
