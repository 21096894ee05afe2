// SPDX-License-Identifier: MIT
// Plays a session with given inputs in a process of its own, and tells whether and how it failed.
// minimise and blame ask for hundreds of such trials.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tandem/replay/explain/minimise.hpp>
#include <tandem/replay/query/expression.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/tools/program/trial/trial_process.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools {

// The text of a trial that goes on otherwise after a restore.
inline constexpr const char* k_goes_on_otherwise = "a restored state goes on otherwise";

// The failures that count, beside a step that throws or a process that dies or hangs.
struct FailureSought {
    // The condition, which fails in the first state, or tick, in which it holds; null: none. It
    // must outlive the trials.
    const replay::Expression* condition = nullptr;
    std::string condition_text{};  // as it was given
    // True if it also counts that a state that is saved and restored goes on otherwise, or that a
    // second run of the same inputs does.
    bool divergence = false;
    TrialLimits limits{};  // limits of each trial
};

// Returns a function that plays sessions of this game with this setup; both must outlive it. The
// outcome of a process that died has the exact tick. The error says that no process could be
// started (io), or that the answer of one cannot be right (damaged_answer).
replay::PlayTrial played_trial(const RegisteredGame& game, const Setup& setup,
                               FailureSought sought);

}  // namespace tandem::tools
