// SPDX-License-Identifier: MIT
// Whether another build of the game is the one whose rules a recording follows: proven only by
// asking it.
#pragma once

#include <string>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/game_program.hpp>
#include <tandem/replay/explain/suspect.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Which program made a file: its identity where the header has it, else what it says of its build.
std::string maker_text(const Header& header);
// Names it in the explanation, and whether it is another program than this one, `own`.
void tell_maker(const Header& header, const std::optional<GameBuild>& own,
                Explanation& explanation);

struct Reproduced {
    bool is_all = false;  // to the end of the file
    std::string text;     // "yes: it gives every recorded chain to the end"
};
// Whether that program gives the recording.
sim::Result<Reproduced> reproduced_by(const Replay& replay, GameProgram& program,
                                      const Progress& progress = nullptr);

// Asks `facts.other` (which must be there) what it makes of a file that the simulation here does
// not reproduce. Where it gives all of the file the cause is `build`, with the fields in which the
// two differ after the bad tick and, where that can be told, the phase. Where no answer comes that
// is said in a step.
sim::Result<void> conclude_by_other_program(const Replay& suspect, const sim::AnySimulation& spare,
                                            const SuspectFacts& facts, Explanation& explanation,
                                            const Progress& progress = nullptr);

}  // namespace tandem::replay
