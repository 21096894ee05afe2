// SPDX-License-Identifier: MIT
// Runs a lockstep match from one side, host or guest: puts session, transport, recorder, pacing and
// screen together.
#pragma once

#include <tandem/tools/program/match/match_plan.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Runs the match. Returns the exit code.
int run_match(const MatchPlan& plan, Context& context);

}  // namespace tandem::tools
