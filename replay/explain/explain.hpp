// SPDX-License-Identifier: MIT
// From "they differ" to "here is why": one verdict on two recordings of a session, or on one that
// the simulation here does not reproduce, with its evidence in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/game_program.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

struct ExplainOptions {
    // The build of the program that simulates, as a header has it; empty: unknown.
    std::string own_build{};
    // How many threads may search.
    std::uint32_t threads = 1;
    // The identity of that program; nothing: unknown.
    std::optional<GameBuild> own_game_build{};
    // Another build of the game, which is asked what it makes of the bad tick; null: none. It must
    // have the game of the files.
    GameProgram* other = nullptr;
    // The program that simulates, asked in processes of its own too; null: there is no way.
    ProgramStarter start_anew{};
    // Whether the game is stepped from states that it never made, too. A game may not survive them:
    // an index beyond its list is no state that it checks.
    bool edits_before_steps = true;
};

// Explains where two recordings part. `spare` is the game, never stepped. It fails where a file
// cannot be read or simulated at all. Where `progress` returns false it ends early, with the cause
// `unknown` and what it has.
sim::Result<Explanation> explain(const Replay& first, const Replay& second,
                                 const sim::AnySimulation& spare, const ExplainOptions& options,
                                 const Progress& progress = nullptr);

// The same for one recording: why the simulation here does not give what it holds.
sim::Result<Explanation> explain(const Replay& replay, const sim::AnySimulation& spare,
                                 const ExplainOptions& options, const Progress& progress = nullptr);

}  // namespace tandem::replay
