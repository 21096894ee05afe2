// SPDX-License-Identifier: MIT
// A lockstep match from one side, host or guest: session, transport, recorder, pacing and screen
// put together.
#pragma once

#include <tandem/tools/program/match_plan.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Returns the exit code.
int run_match(const MatchPlan& plan, Context& context);

}  // namespace tandem::tools
