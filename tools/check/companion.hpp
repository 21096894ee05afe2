// SPDX-License-Identifier: MIT
// A companion repeats a session's history under one disturbance, tick by tick beside the game, and
// tells the first difference.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/check/disturbed_game.hpp>
#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

class Companion {
public:
    // The companion of a probe within this process (not thread, process, memory, build) for a new
    // session. A companion that saves or restores does so every `every` ticks.
    Companion(DisturbanceKind probe, const RegisteredGame& game, std::uint64_t every);

    DisturbanceKind probe() const { return disturbance_.kind; }
    // The number of ticks of the history that it has compared.
    std::uint64_t ticks_compared() const { return ticks_compared_; }

    // Is called after the game's reset and after each of its ticks, and catches up. `main` stands
    // at the end of the history.
    std::optional<CompanionFinding> follow(const SessionHistory& history,
                                           const sim::AnySimulation& main);
    // Is called when the session is over, and does the work that was put off.
    std::optional<CompanionFinding> finish(const SessionHistory& history,
                                           const sim::AnySimulation& main);
    // The simulation that is asked for the inputs of bots, if this is the probe for that.
    const sim::AnySimulation* asked() const;

private:
    bool begins_later() const;
    bool is_due() const;
    std::optional<CompanionFinding> catch_up(const SessionHistory& history, std::uint64_t ticks);
    std::optional<CompanionFinding> begin_again(const SessionHistory& history);
    std::optional<CompanionFinding> as_finding(const sim::Result<void>& done,
                                               const SessionHistory& history) const;
    void compare_answers(const SessionHistory& history, const sim::AnySimulation& main,
                         bool asks_everything);
    std::optional<CompanionFinding> examine(const SessionHistory& history,
                                            const sim::AnySimulation& main);

    Disturbance disturbance_;
    const RegisteredGame& registered_;
    std::uint64_t every_;
    DisturbedGame game_;
    std::uint64_t ticks_done_ = 0;
    std::uint64_t ticks_compared_ = 0;
    bool is_started_ = false;
    bool counts_;
    std::optional<CompanionFinding> answer_;  // the first difference of an answer
};

// Compares the answers of a game besides its state: its picture and its bots' inputs. Two games of
// one state have to answer alike, or something that they read is no part of it.
//
// Returns "draw" or "bot_input" if `other` answers otherwise than `main`, null if both answer
// alike. Copies are asked, so that neither game is changed by it. An answer that `main` itself does
// not give twice (a picture that blinks by the clock) is not compared.
const char* differing_answer(const sim::AnySimulation& main, const sim::AnySimulation& other,
                             std::uint64_t ticks_done);

}  // namespace tandem::tools::check
