// SPDX-License-Identifier: MIT
// Tells the findings of check --chaos, for a person and for a program, and the command that repeats
// them.
#pragma once

#include <string>

#include <tandem/tools/check/chaos.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The arguments, as they were typed.
struct ChaosAsked {
    const check::ChaosPlan& plan;
    const SessionArguments& session;
};

// The place in words: "tick 44". A step that fails does so in the tick that would have been the
// next.
std::string place_of(const check::CompanionFinding& finding, const check::CheckPlan& plan);
// The tick that made the difference; null for one at the start.
JsonValue tick_fact(const check::CompanionFinding& finding);

// A command that does to the game exactly the things that the finding tells, and nothing else:
// "tandem --game duel check --chaos --seed 3 --ticks 58 --disturb restore@57".
std::string chaos_command(const check::ChaosFinding& finding, const ChaosAsked& asked,
                          const ProgramName& program);

JsonObject chaos_facts(const check::ChaosReport& report, const ChaosAsked& asked,
                       const ProgramName& program);

// Prints the report; returns the exit code.
int report_chaos(const check::ChaosReport& report, const ChaosAsked& asked, const Context& context);

}  // namespace tandem::tools
