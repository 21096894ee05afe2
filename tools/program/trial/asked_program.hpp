// SPDX-License-Identifier: MIT
// Asks another build of the game, as a process, to play a recording. It may hang, die, be no such
// program or talk nonsense: each of that is an error that says so.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tandem/replay/explain/game_program.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

struct AskHooks {
    // This is asked over and over while an answer is waited for; true ends the waiting. It may be
    // empty.
    std::function<bool()> is_interrupted{};
    // Patience with a process that has not greeted yet: more than an emulated program takes to
    // start.
    std::chrono::nanoseconds greeting_patience = std::chrono::seconds(30);
    // Patience with a process that has a question to answer, of several ticks with each: more than
    // any sound game needs for one under an emulator.
    std::chrono::nanoseconds answer_patience = std::chrono::seconds(60);
};

// Starts `command` (other_program) as a child that ends with this process, and greets it. The error
// is io if it cannot be started, and refused if it is no program of this game: it must have the
// game's name, version and fields.
sim::Result<std::unique_ptr<replay::GameProgram>> start_asked_program(
    const std::vector<std::string>& command, const sim::GameInfo& game, AskHooks hooks);

// Returns a function that starts this very program likewise, as often as it is asked. Null if
// `own_program` is empty, which means that there is no way to start it.
replay::ProgramStarter own_program_starter(const std::vector<std::string>& own_program,
                                           const sim::GameInfo& game, AskHooks hooks);

}  // namespace tandem::tools
