// SPDX-License-Identifier: MIT
// What check --chaos found, for a person and for a program, and the command that repeats it.
#pragma once

#include <string>

#include <tandem/tools/check/chaos.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// What was asked for, as it was typed.
struct ChaosAsked {
    const check::ChaosPlan& plan;
    const SessionArguments& session;
};

// "tandem --game duel check --chaos --seed 3 --ticks 58 --disturb restore@57": one line that does
// to the game just what the finding tells, and nothing else.
std::string chaos_command(const check::ChaosFinding& finding, const ChaosAsked& asked,
                          const ProgramName& program);

JsonObject chaos_facts(const check::ChaosReport& report, const ChaosAsked& asked,
                       const ProgramName& program);

// Prints it; returns the exit code.
int tell_chaos(const check::ChaosReport& report, const ChaosAsked& asked, const Context& context);

}  // namespace tandem::tools
