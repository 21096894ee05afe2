// SPDX-License-Identifier: MIT
// Finds out whether a recording follows the rules of another build of the game. Only asking that
// build proves it.
#pragma once

#include <string>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/game_program.hpp>
#include <tandem/replay/explain/suspect.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Returns which program made a file: its identity if the header has it, else the header's text
// about the build.
std::string maker_text(const Header& header);
// Puts the maker into the explanation, and whether it is another program than this one, `own`.
void report_maker(const Header& header, const std::optional<GameBuild>& own,
                  Explanation& explanation);

struct Reproduced {
    bool is_all = false;  // true: to the end of the file
    std::string text;     // for example "yes: it gives every recorded chain to the end"
};
// Runs the recording in that program and returns how far it gives the recorded chains.
sim::Result<Reproduced> reproduced_by(const Replay& replay, GameProgram& program,
                                      const Progress& progress = nullptr);

// Asks `facts.other` (which must be there) to simulate a file that the simulation here does not
// reproduce. If it gives all of the file, the cause is `build`, with the fields in which the two
// differ after the bad tick and, if that can be told, the phase. If no answer comes, a step says
// so.
sim::Result<void> conclude_by_other_program(const Replay& suspect, const sim::AnySimulation& spare,
                                            const SuspectFacts& facts, Explanation& explanation,
                                            const Progress& progress = nullptr);

}  // namespace tandem::replay
