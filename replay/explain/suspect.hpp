// SPDX-License-Identifier: MIT
// Examines a file that the simulation here does not reproduce. It asks one question after
// another of the file's bad tick until an answer proves the cause.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/game_program.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// The facts that are known before.
struct SuspectFacts {
    Divergence divergence;  // the first divergence
    // The number of threads that may search.
    std::uint32_t threads = 1;
    // The identity of the program that simulates here; nothing: unknown.
    std::optional<GameBuild> own_game_build{};
    // Another build of the game; null: none.
    GameProgram* other = nullptr;
    // Starts this program in processes of its own; null: there is no way.
    ProgramStarter start_anew{};
    bool edits_before_steps = true;  // as ExplainOptions has it
};

// Adds its steps and its conclusion to `explanation`, whose cause is `unknown` before. It fails if
// the simulation cannot be brought to the bad tick. If `progress` returns false, it ends with what
// it has.
sim::Result<void> examine_suspect(const Replay& suspect, const sim::AnySimulation& spare,
                                  const SuspectFacts& facts, Explanation& explanation,
                                  const Progress& progress = nullptr);

}  // namespace tandem::replay
