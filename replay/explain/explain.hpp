// SPDX-License-Identifier: MIT
// Finds out why two recordings of a session differ, or why the simulation here does not
// reproduce one. The verdict comes with its evidence in order.
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

struct ExplainOptions {
    // The build of the program that simulates, as a header has it; empty: unknown.
    std::string own_build{};
    // The number of threads that may search.
    std::uint32_t threads = 1;
    // The identity of that program; nothing: unknown.
    std::optional<GameBuild> own_game_build{};
    // Another build of the game, which is asked to simulate the bad tick; null: none. It must have
    // the game of the files.
    GameProgram* other = nullptr;
    // Starts the program that simulates, which is asked in processes of its own too; null: there is
    // no way.
    ProgramStarter start_anew{};
    // Lets the game be stepped also from states that it never made. A game may not survive them: it
    // does not check a state for an index beyond its list.
    bool edits_before_steps = true;
};

// Explains why two recordings part. `spare` is the game, never stepped. It fails if a file cannot
// be read or simulated at all. If `progress` returns false, it ends early, with the cause `unknown`
// and what it has.
sim::Result<Explanation> explain(const Replay& first, const Replay& second,
                                 const sim::AnySimulation& spare, const ExplainOptions& options,
                                 const Progress& progress = nullptr);

// Explains in the same way why the simulation here does not reproduce one recording.
sim::Result<Explanation> explain(const Replay& replay, const sim::AnySimulation& spare,
                                 const ExplainOptions& options, const Progress& progress = nullptr);

}  // namespace tandem::replay
